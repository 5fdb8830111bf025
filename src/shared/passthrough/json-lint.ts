import { indexJson, isProblem, none, type JsonIndex } from './json-index'

/** From 1. It does not split: the text may have millions of lines. */
export function positionOf(text: string, at: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', lineStart)) {
    line++
    lineStart = next + 1
  }
  return { line, column: at - lineStart + 1 }
}

export interface Lint {
  message: string
  /** UTF-16 offset. */
  at: number
  severity: 'refused' | 'warning'
}

/** A repeated key is a warning. JSON.parse reads all that passes, except a byte order mark: callers remove it. */
export function lintJson(text: string): Lint | null {
  if (text.startsWith('\ufeff'))
    return {
      message: 'A byte order mark (U+FEFF), which is invisible, is no part of JSON.',
      at: 0,
      severity: 'refused'
    }
  const read = indexJson(text)
  if (isProblem(read)) return { ...read, severity: 'refused' }
  return duplicateKey(read)
}

function duplicateKey(index: JsonIndex): Lint | null {
  const seen = new Map<number, Set<string>>()
  for (let n = 0; n < index.count; n++) {
    const key = index.key[n] ?? none
    if (key === none) continue
    const container = index.parent[n] ?? none
    const name = keyOf(index, n)
    const names = seen.get(container) ?? new Set()
    if (names.has(name)) {
      const message = `“${name}” occurs twice in the same object; most systems take the last one.`
      return { message, at: key, severity: 'warning' }
    }
    seen.set(container, names.add(name))
  }
  return null
}

/** Decoded; empty outside objects. */
export function keyOf(index: JsonIndex, n: number): string {
  const at = index.key[n] ?? none
  if (at === none) return ''
  const raw = rawKey(index, n)
  return JSON.parse(raw) as string
}

export function rawKey(index: JsonIndex, n: number): string {
  const at = index.key[n] ?? none
  if (at === none) return ''
  const { text } = index
  let end = at + 1
  while (text.charCodeAt(end) !== 0x22) end += text.charCodeAt(end) === 0x5c ? 2 : 1
  return text.slice(at, end + 1)
}
