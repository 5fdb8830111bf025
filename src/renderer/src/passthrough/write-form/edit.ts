import { parseExact, writeExact } from '../../../../shared/exact-json'
import { formatJson } from '../../kit/json-format'
import type { Way } from '../../../../shared/passthrough/paths'

/** Keeps integers as written; null if not JSON. */
export function readExactJson(text: string): { value: unknown } | null {
  try {
    return { value: parseExact(text) }
  } catch {
    return null
  }
}

export function valueAtWay(value: unknown, way: Way): unknown {
  let at: unknown = value
  for (const step of way) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string | number, unknown>)[step]
  }
  return at
}

/** undefined removes the value, and parents that become empty: an empty object would be sent as a value. */
export function withValue(value: unknown, way: Way, next: unknown): unknown {
  const [step, ...rest] = way
  if (step === undefined) return next
  if (typeof step === 'number') {
    const items = Array.isArray(value) ? [...(value as unknown[])] : []
    const item = rest.length > 0 ? (withValue(items[step], rest, next) ?? {}) : next
    if (item === undefined) items.splice(step, 1)
    else items[step] = item
    return items.length > 0 ? items : undefined
  }
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const had = entries.find(([name]) => name === step)
  const inner = withValue(had?.[1], rest, next)
  if (inner === undefined) {
    const left = entries.filter(([name]) => name !== step)
    return left.length > 0 ? Object.fromEntries(left) : undefined
  }
  if (!had) return Object.fromEntries([...entries, [step, inner]])
  return Object.fromEntries(entries.map(([name, one]) => [name, name === step ? inner : one]))
}

/** null if not JSON, empty if nothing is left */
export function edited(text: string, way: Way, next: unknown): string | null {
  const read = text.trim() === '' ? { value: undefined } : readExactJson(text)
  if (!read) return null
  const value = withValue(read.value, way, next)
  return value === undefined ? '' : formatJson(writeExact(value))
}
