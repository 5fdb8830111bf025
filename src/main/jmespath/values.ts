import type { JsonType } from '../../shared/model/lab'

/** Null for nothing at all, and for methods that objects made by the engine inherit: own properties only. */
export const known = (value: unknown): unknown => (typeof value === 'function' ? null : (value ?? null))

/** The type of a value as the standard names it; what is not there at all is null. */
export function typeOf(value: unknown): JsonType {
  if (known(value) === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}

/**
 * A value as JSON; what a standard server cannot give (nothing at all, NaN) is null.
 * @param sorted names of objects in order, so that equal values have equal texts
 */
export function jsonText(value: unknown, sorted = false): string {
  return JSON.stringify(value, (_, inner: unknown) => known(sorted ? inOrder(inner) : inner)) ?? 'null'
}

function inOrder(value: unknown): unknown {
  if (typeOf(value) !== 'object') return value
  const object = value as Record<string, unknown>
  const ordered = Object.create(null) as Record<string, unknown>
  for (const name of Object.keys(object).sort()) ordered[name] = object[name]
  return ordered
}

/** False for what the standard takes for nothing: null, false, '', [] and {}. 0 is something. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'number') return true
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}
