import { jmespathFunctions } from '../records/editor/jmespath'

/** Line and column, both from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Standard JMESPath lacks it. */
interface Foreign {
  name: string
  from: number
  /** "| upper(@)" */
  piped: string
}

/** @returns null for any other fault */
export function foreignFunction(expression: string, position: number | null): Foreign | null {
  if (position === null) return null
  const name = /^([A-Za-z_]\w*)\s*\(/.exec(expression.slice(position))?.[1]
  if (name === undefined || jmespathFunctions.has(name)) return null
  return { name, from: position, piped: `| ${expression.slice(position).trim()}` }
}

/** null unless the expression ends in `| name(@)` */
export function withoutPipe(expression: string, { name, from }: Foreign): string | null {
  const call = expression.slice(from).replaceAll(/\s/g, '')
  if (call !== `${name}()` && call !== `${name}(@)`) return null
  const before = /^([^]*[^|\s])\s*\|\s*$/.exec(expression.slice(0, from))
  return before?.[1] ?? null
}

/**
 * The list item that an expression enters, and the path within it; or null.
 *
 * @param list JMESPath
 */
export function withinItem(expression: string, list: string): { index: number; expression: string } | null {
  const way = list === '@' ? '' : list
  if (!expression.startsWith(way)) return null
  const [, index, rest] = /^\[(\d+)\]\.?([^]+)$/.exec(expression.slice(way.length)) ?? []
  return index === undefined || rest === undefined ? null : { index: Number(index), expression: rest }
}
