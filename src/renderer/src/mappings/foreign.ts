import { jmespathFunctions } from '../records/editor/jmespath'

/** Standard JMESPath lacks it. */
export interface Foreign {
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
