import { keyOf } from './json-lint'
import { none, type JsonIndex } from './json-index'

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

function positionIn(index: JsonIndex, parent: number, n: number): number {
  let position = 0
  for (let at = parent + 1; at < n; at = index.next[at] ?? none) position++
  return position
}

/** As `/data/0/first name` (RFC 6901). */
export function toPointer(way: Way): string {
  return way.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Positions in lists come as texts too. */
export function wayOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** As `data[0]."first-name"`; `@` is the root. */
export function toJmespath(way: Way): string {
  let text = ''
  for (const step of way) {
    if (typeof step === 'number') text += `[${step}]`
    else text += (text && '.') + (/^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? step : JSON.stringify(step))
  }
  return text || '@'
}
