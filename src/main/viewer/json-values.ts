import type { ValueKind } from '../../shared/viewer/windows'
import { none, type JsonIndex } from '../../shared/passthrough/json-index'

/** Characters of a value for the window. */
const longestText = 2_000

export function kindOf(index: JsonIndex, n: number): ValueKind {
  switch (index.text.charCodeAt(index.start[n] ?? 0)) {
    case 0x7b:
      return 'object'
    case 0x5b:
      return 'array'
    case 0x22:
      return 'string'
    case 0x74:
    case 0x66:
      return 'boolean'
    case 0x6e:
      return 'null'
    default:
      return 'number'
  }
}

export const isContainer = (kind: ValueKind) => kind === 'object' || kind === 'array'

export function shownText(index: JsonIndex, n: number): { text: string; cut: number } {
  return cut(index.text, index.start[n] ?? 0, index.end[n] ?? 0)
}

export function cut(text: string, start: number, end: number): { text: string; cut: number } {
  const stop = Math.min(end, start + longestText)
  return { text: text.slice(start, stop), cut: end - stop }
}

export function exists(index: JsonIndex, n: number): boolean {
  return Number.isInteger(n) && n >= 0 && n < index.count
}

export function* childrenOf(index: JsonIndex, n: number): Generator<number, void, void> {
  const end = index.next[n] ?? 0
  for (let child = n + 1; child < end; child = index.next[child] ?? end) yield child
}

/** Positions of children: a window far down a long list needs no search. */
export function childNumbers(index: JsonIndex, n: number): Uint32Array {
  const numbers = new Uint32Array(index.size[n] ?? 0)
  let position = 0
  for (const child of childrenOf(index, n)) numbers[position++] = child
  return numbers
}

export function hasNextSibling(index: JsonIndex, n: number): boolean {
  const next = index.next[n] ?? none
  return next < index.count && (index.parent[next] ?? none) === (index.parent[n] ?? none)
}
