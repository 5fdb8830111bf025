import { jmespathFunctions } from '../records/editor/jmespath'

/** A function the standard does not have, called at a position of an expression. */
export interface Foreign {
  name: string
  from: number
  /** The call with the pipe before it, as it is: "| upper(@)". */
  piped: string
}

/** @returns null where something else is wrong there */
export function foreignFunction(expression: string, position: number | null): Foreign | null {
  if (position === null) return null
  const name = /^([A-Za-z_]\w*)\s*\(/.exec(expression.slice(position))?.[1]
  if (name === undefined || jmespathFunctions.has(name)) return null
  return { name, from: position, piped: `| ${expression.slice(position).trim()}` }
}

/** The expression without a last step `| name(@)`; null where it is not that simple. */
export function withoutPipe(expression: string, { name, from }: Foreign): string | null {
  const call = expression.slice(from).replaceAll(/\s/g, '')
  if (call !== `${name}()` && call !== `${name}(@)`) return null
  const before = /^([^]*[^|\s])\s*\|\s*$/.exec(expression.slice(0, from))
  return before?.[1] ?? null
}
