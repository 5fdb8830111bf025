import type { JsonType } from '../../shared/mappings/lab'
import type { WorkLimit } from './work-limit'

/**
 * A JSON value with Python's distinctions: an integer is a `bigint` of any size, a number with point or exponent a
 * `number` (1.0 differs from 1), and objects keep text order.
 */
export type Value = null | boolean | string | bigint | number | Value[] | Map<string, Value>

export const isObject = (value: unknown): value is Map<string, Value> => value instanceof Map
export const isNumber = (value: unknown): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number'

export function typeOf(value: Value): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isNumber(value)) return 'number'
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object'
}

/** The standard's false values: null, false, '', [] and {}. 0 is true. */
export function isTrue(value: Value): boolean {
  if (isNumber(value)) return true
  if (Array.isArray(value)) return value.length > 0
  return isObject(value) ? value.size > 0 : Boolean(value)
}

/** Python's `==`: true equals 1, and 1 equals 1.0; also in `contains`, lists and objects. */
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

/** The reference's `==`: Python's, but a bare true or false equals no number. */
export function comparedEqual(a: Value, b: Value, workLimit: WorkLimit): boolean {
  return (typeof a === 'boolean') === (typeof b === 'boolean') ? equal(a, b, workLimit) : false
}

export type Sortable = string | bigint | number

export const isSortable = (value: unknown): value is Sortable => typeof value === 'string' || isNumber(value)

/** Negative if a comes first; NaN for no order. Compares by code point, where `<` compares half characters. */
export function order(a: Sortable, b: Sortable): number {
  if (typeof a === 'string' && typeof b === 'string') return byCodePoint(a, b)
  return a < b ? -1 : a > b ? 1 : a <= b ? 0 : NaN
}

function byCodePoint(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === end) return a.length - b.length
  // After equal first halves, the second halves decide.
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
}

/** Half characters sort after all others. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
