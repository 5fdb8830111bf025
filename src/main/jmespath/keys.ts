import { trimmedEnd } from '../../shared/scan'
import { WorkLimit } from './work-limit'
import { valueOf } from './evaluate'
import { parse } from './parse'
import { tokensOf } from './tokens'
import { isObject, typeOf, type Value } from './values'

export interface KeysAt {
  /** Start of the typed part. */
  from: number
  keys: { key: string; type: string }[]
}

const mostKeys = 500
/** Items whose keys are merged. */
const sampledItems = 200
/** ms */
const patienceMs = 400

/**
 * Keys that fit at a position: those of the value before it, or of a projection's items. Empty if the part before is no
 * expression.
 */
export function keysAt(data: Value, expression: string, position: number): KeysAt {
  const before = trimmedEnd(expression.slice(0, position), (char) => /[\w-]/.test(char))
  const from = before.length - (before.endsWith('"') ? 1 : 0)
  return { from, keys: keysOf(contextAt(expression.slice(0, from), data)) }
}

/** The value whose keys fit after `before`. */
function contextAt(before: string, data: Value): Value {
  let level: Level = { input: data, first: '', sign: '', last: '' }
  let start = 0
  for (const { mark, from, to } of openings(before)) {
    level = levelOf(before.slice(start, from), level.input)
    // A filter's key belongs to an item; after `.{` and `.[` a key belongs to the value before the dot.
    const chain = level.last.trimEnd()
    if (mark === '[?') level.input = eachOf(`${chain}[*]`, level.input)
    else if (chain.endsWith('.')) level.input = eachOf(chain.slice(0, -1), level.input)
    start = to
  }
  level = levelOf(before.slice(start), level.input)
  const input = level.sign === '&' ? eachOf(`${level.first}[*]`, level.input) : level.input
  const chain = level.last.trimEnd()
  if (chain === '') return input
  return chain.endsWith('.') ? eachOf(chain.slice(0, -1), input) : null
}

/** The text between two brackets: `last` after the last sign, `first` before the first comma. */
interface Level {
  /** After the pipes. */
  input: Value
  first: string
  sign: string
  last: string
}

const signs = ['|', '||', '&&', '==', '!=', '<', '<=', '>', '>=', ',', '!', '&', ':']

function levelOf(text: string, input: Value): Level {
  const level: Level = { input, first: '', sign: '', last: text }
  let depth = 0
  let piped = 0
  for (const { kind, from, to } of tokens(text)) {
    if (isOpening(kind)) depth++
    else if (isClosing(kind)) depth--
    if (depth > 0 || !signs.includes(kind)) continue
    if (kind === '|') {
      level.input = given(text.slice(piped, from), level.input)
      piped = to
    }
    if (kind === ',' && level.first === '') level.first = text.slice(piped, from)
    level.sign = kind
    level.last = text.slice(to)
  }
  return level
}

/** A chain's value, or one merged item if the next part applies to each. */
function eachOf(chain: string, input: Value): Value {
  const value = given(chain, input)
  const filter = chain.indexOf('[?')
  const each = /\[(?:[-\d]{0,99}:[-\d:]{0,99})?\]|\*/.test(chain) || (filter >= 0 && chain.includes(']', filter))
  return Array.isArray(value) && each ? merged(value) : value
}

const merged = (list: readonly Value[]) =>
  new Map(list.slice(0, sampledItems).flatMap((item) => (isObject(item) ? [...item] : [])))

function given(text: string, input: Value): Value {
  if (text.trim() === '') return input
  try {
    return valueOf(parse(text).root, input, new WorkLimit(patienceMs))
  } catch {
    return null
  }
}

/** Brackets still open at the end of a text. */
function openings(text: string): { mark: string; from: number; to: number }[] {
  const open: { mark: string; from: number; to: number }[] = []
  for (const { kind, from, to } of tokens(text)) {
    if (isOpening(kind)) open.push({ mark: kind, from, to })
    else if (isClosing(kind)) open.pop()
  }
  return open
}

const isOpening = (kind: string) => ['[?', '[', '(', '{'].includes(kind)
const isClosing = (kind: string) => [']', ')', '}'].includes(kind)

function tokens(text: string) {
  try {
    return tokensOf(text)
  } catch {
    return []
  }
}

function keysOf(value: Value): KeysAt['keys'] {
  if (!isObject(value)) return []
  return [...value].slice(0, mostKeys).map(([key, inner]) => ({ key, type: typeOf(inner) }))
}
