import type { JsonType } from '../../shared/mappings/lab'
import type { WorkLimit } from './work-limit'

/**
 * A JSON value with the distinctions of the server's language, Python: what is written as an integer is a `bigint` of
 * any size, what has a point or an exponent a `number` (1.0 is no 1), and objects keep the order of the text.
 */
export type Value = null | boolean | string | bigint | number | Value[] | Map<string, Value>

export const isObject = (value: unknown): value is Map<string, Value> => value instanceof Map
export const isNumber = (value: unknown): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number'

/** The type of a value as the standard names it. */
export function typeOf(value: Value): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isNumber(value)) return 'number'
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object'
}

/** False for what the standard treats as false: null, false, '', [] and {}. 0 is something. */
export function isTrue(value: Value): boolean {
  if (isNumber(value)) return true
  if (Array.isArray(value)) return value.length > 0
  return isObject(value) ? value.size > 0 : Boolean(value)
}

/** Python's `==`, which takes true for 1 and 1 for 1.0; so do `contains` and what is inside of lists and objects. */
export function equal(a: Value, b: Value, workLimit: WorkLimit): boolean {
  workLimit.spend()
  if (a === b) return true
  if (typeof a === 'string' || typeof b === 'string') return false
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => equal(item, b[at] ?? null, workLimit))
  }
  if (isObject(a)) {
    if (!isObject(b) || a.size !== b.size) return false
    for (const [key, value] of a) {
      const other = b.get(key)
      if (other === undefined || !equal(value, other, workLimit)) return false
    }
    return true
  }
  const x = amount(a)
  const y = amount(b)
  return x !== null && y !== null && x <= y && x >= y
}

const amount = (value: Value) => (isNumber(value) ? value : typeof value === 'boolean' ? BigInt(value) : null)

/** The reference's `==`: Python's, but true and false by themselves equal no number. */
export function comparedEqual(a: Value, b: Value, workLimit: WorkLimit): boolean {
  return (typeof a === 'boolean') === (typeof b === 'boolean') ? equal(a, b, workLimit) : false
}

export type Sortable = string | bigint | number

export const isSortable = (value: unknown): value is Sortable => typeof value === 'string' || isNumber(value)

/**
 * Below zero where the first one comes first, NaN where neither does. Texts compare by code point; `<` compares halves
 * of characters.
 */
export function order(a: Sortable, b: Sortable): number {
  if (typeof a === 'string' && typeof b === 'string') return byCodePoint(a, b)
  return a < b ? -1 : a > b ? 1 : a <= b ? 0 : NaN
}

function byCodePoint(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === end) return a.length - b.length
  // Behind equal halves the rest of a character decides as the character would.
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
}

/** Halves of characters sort after all other characters. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
