import { keyOf } from './json-lint'
import { none, type JsonIndex } from './json-index'

/** The path from the root to a value: names and positions. */
export type Way = readonly (string | number)[]

export function wayTo(index: JsonIndex, n: number): Way {
  const way: (string | number)[] = []
  for (let at = n; ;) {
    const parent = index.parent[at] ?? none
    if (parent === none) return way.reverse()
    way.push((index.key[at] ?? none) === none ? positionIn(index, parent, at) : keyOf(index, at))
    at = parent
  }
}

/** Position of child n in its array. */
function positionIn(index: JsonIndex, parent: number, n: number): number {
  let position = 0
  for (let at = parent + 1; at < n; at = index.next[at] ?? none) position++
  return position
}

/** As a JSON Pointer (RFC 6901): `/data/0/first name`. */
export function toPointer(way: Way): string {
  return way.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The steps of a JSON Pointer, as names: a position in a list is one, too. */
export function wayOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * As a JMESPath expression, for a mapping: `data[0]."first-name"`. A name is quoted unless it is an identifier of the
 * grammar; `@` is the whole.
 */
export function toJmespath(way: Way): string {
  let text = ''
  for (const step of way) {
    if (typeof step === 'number') text += `[${step}]`
    else text += (text && '.') + (/^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? step : JSON.stringify(step))
  }
  return text || '@'
}
