import { isDigit, runEnd } from '../scan'

/**
 * Offsets into the text, which keeps integers over 2^53, duplicate keys, `__proto__` keys and their order.
 *
 * Our own: JSON.parse loses these; lossless-json 4 throws on a duplicate key (or keeps one of two), overflows the stack
 * below 5,000 levels and needs 4 s and 1 GB for 44 MB; jsonc-parser recurses and accepts comments. This one does not
 * recurse, and accepts exactly RFC 8259.
 */
export interface JsonIndex {
  readonly text: string
  /** Numbered by start: a container's first child is the next number. */
  readonly count: number
  /** First and after-last UTF-16 offset. */
  readonly start: Uint32Array
  readonly end: Uint32Array
  /** Offset of the key's opening quote; `none` outside objects. */
  readonly key: Uint32Array
  /** Number of the container; `none` for the root. */
  readonly parent: Uint32Array
  /** The first value after n and its content. */
  readonly next: Uint32Array
  readonly size: Uint32Array
  /** Of the pretty form, from 0, where value n begins. */
  readonly line: Uint32Array
  readonly lines: number
  /** Deepest nesting of containers. */
  readonly depth: number
}

export interface JsonProblem {
  message: string
  /** Offset in UTF-16 units. */
  at: number
  /** Perhaps valid JSON, but too large to draw. */
  limit?: boolean
}

export const none = 0xffffffff
/** The index takes 28 bytes per value. */
const mostValues = 12_000_000
/** Deeper JSON is not drawn. */
export const deepest = 10_000

export interface JsonLimits {
  values?: number
  depth?: number
}

/** @returns the index, or the first fault (or limit) */
export function indexJson(text: string, limits: JsonLimits = {}): JsonIndex | JsonProblem {
  const maxValues = limits.values ?? mostValues
  const maxDepth = limits.depth ?? deepest
  let columns = new Columns(Math.min(maxValues, 16 + (text.length >> 4)))
  const stack: number[] = []
  let depth = 0
  let line = 0
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let keyAt = none
  let count = 0
  const problem = (message: string, where = at): JsonProblem => ({ message, at: Math.min(where, text.length) })

  const beyond = (message: string): JsonProblem => ({ message, at, limit: true })

  at = skipSpace(text, at)
  for (;;) {
    if (count === maxValues) return beyond(`There are more than ${maxValues.toLocaleString('en')} values.`)
    if (count === columns.room) columns = columns.grown(maxValues)
    const n = count++
    const container = stack.at(-1)
    columns.start[n] = at
    columns.key[n] = keyAt
    columns.parent[n] = container ?? none
    columns.line[n] = line++
    if (container !== undefined) columns.size[container] = (columns.size[container] ?? 0) + 1
    keyAt = none

    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) {
      const after = skipSpace(text, at + 1)
      if (text.charCodeAt(after) === code + 2) {
        at = after + 1
        columns.end[n] = at
        columns.next[n] = count
      } else {
        if (stack.length >= maxDepth) return beyond(`It is nested deeper than ${maxDepth.toLocaleString('en')} levels.`)
        stack.push(n)
        depth = Math.max(depth, stack.length)
        at = after
        if (code === 0x5b) continue
        const key = readKey(text, at)
        if ('message' in key) return key
        keyAt = at
        at = key.value
        continue
      }
    } else {
      const end = scalarEnd(text, at)
      if (typeof end !== 'number') return end
      at = end
      columns.end[n] = at
      columns.next[n] = count
    }

    // After a value: close finished containers, then go on.
    for (;;) {
      at = skipSpace(text, at)
      const open = stack.at(-1)
      if (open === undefined) {
        if (at < text.length) return problem('Nothing may follow the value.')
        return { text, count, lines: line, depth, ...columns.trimmed(count) }
      }
      const isObject = text.charCodeAt(columns.start[open] ?? 0) === 0x7b
      const mark = text.charCodeAt(at)
      if (mark === 0x2c) {
        at = skipSpace(text, at + 1)
        if (!isObject) break
        const key = readKey(text, at)
        if ('message' in key) return key
        keyAt = at
        at = key.value
        break
      }
      if (mark !== (isObject ? 0x7d : 0x5d)) return problem(`Here should be a comma or ${isObject ? '}' : ']'}.`)
      stack.pop()
      at++
      line++
      columns.end[open] = at
      columns.next[open] = count
    }
  }
}

export function isProblem(read: JsonIndex | JsonProblem): read is JsonProblem {
  return 'message' in read
}

function skipSpace(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

/** @returns the offset of the value after the colon */
function readKey(text: string, at: number): { value: number } | JsonProblem {
  if (text.charCodeAt(at) !== 0x22) return { message: 'Here should be a name in double quotes.', at: clamp(text, at) }
  const end = stringEnd(text, at)
  if (typeof end !== 'number') return end
  const colon = skipSpace(text, end)
  if (text.charCodeAt(colon) !== 0x3a) return { message: 'Here should be a colon.', at: clamp(text, colon) }
  return { value: skipSpace(text, colon + 1) }
}

const word = /true|false|null/y
const wordEnd = /[\s,\]}:]|$/y

function scalarEnd(text: string, at: number): number | JsonProblem {
  const code = text.charCodeAt(at)
  if (code === 0x22) return stringEnd(text, at)
  word.lastIndex = at
  const end = code === 0x2d || isDigit(code) ? numberEnd(text, at) : word.test(text) ? word.lastIndex : null
  if (end !== null) {
    wordEnd.lastIndex = end
    if (wordEnd.test(text)) return end
    return { message: 'This is not a number or word of JSON.', at: clamp(text, end) }
  }
  if (at >= text.length) return { message: 'It ends too early: a value is missing.', at: text.length }
  return { message: code === 0x27 ? 'JSON takes double quotes only.' : 'Here should be a value.', at }
}

/** @returns the offset after the number; null if none begins at `at` */
export function numberEnd(text: string, at: number): number | null {
  const whole = text.charCodeAt(at) === 0x2d ? at + 1 : at
  const wholeEnd = text.charCodeAt(whole) === 0x30 ? whole + 1 : runEnd(text, whole, isDigit)
  if (wholeEnd === whole) return null
  const fractionEnd = text.charCodeAt(wholeEnd) === 0x2e ? runEnd(text, wholeEnd + 1, isDigit) : wholeEnd
  const end = fractionEnd === wholeEnd + 1 ? wholeEnd : fractionEnd
  if ((text.charCodeAt(end) | 0x20) !== 0x65) return end
  const sign = text.charCodeAt(end + 1)
  const exponent = sign === 0x2b || sign === 0x2d ? end + 2 : end + 1
  const exponentEnd = runEnd(text, exponent, isDigit)
  return exponentEnd === exponent ? end : exponentEnd
}

/** @returns the offset after the closing quote */
export function stringEnd(text: string, at: number): number | JsonProblem {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x22) return i + 1
    if (code === 0x5c) {
      const escaped = text.charCodeAt(++i)
      if (escaped === 0x75) {
        if (!/^[\da-fA-F]{4}$/.test(text.slice(i + 1, i + 5))) {
          return { message: '\\u needs four hexadecimal digits.', at: i - 1 }
        }
        i += 4
      } else if (!'"\\/bfnrt'.includes(String.fromCharCode(escaped))) {
        return { message: 'JSON knows no such escape.', at: i - 1 }
      }
    } else if (code < 0x20) {
      return { message: 'A line break or control character in a text must be written as an escape.', at: i }
    }
  }
  return { message: 'The text that begins here does not end.', at }
}

const clamp = (text: string, at: number) => Math.min(at, text.length)

const names = ['start', 'end', 'key', 'parent', 'next', 'size', 'line'] as const
type Arrays = Record<(typeof names)[number], Uint32Array>

class Columns implements Arrays {
  start!: Uint32Array
  end!: Uint32Array
  key!: Uint32Array
  parent!: Uint32Array
  next!: Uint32Array
  size!: Uint32Array
  line!: Uint32Array

  constructor(readonly room: number) {
    for (const name of names) this[name] = new Uint32Array(room)
  }

  grown(limit: number): Columns {
    const bigger = new Columns(Math.min(limit, Math.ceil(this.room * 1.6) + 16))
    for (const name of names) bigger[name].set(this[name])
    return bigger
  }

  /** Views, because copies would need the memory twice. */
  trimmed(count: number): Arrays {
    return Object.fromEntries(names.map((name) => [name, this[name].subarray(0, count)])) as Arrays
  }
}
