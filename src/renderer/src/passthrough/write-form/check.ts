import type { DraftProblem } from '../../../../shared/passthrough/passthrough'
import { toPointer, type Way } from '../../../../shared/passthrough/paths'
import type { Shape } from './shape'
import { writeExact } from '../../../../shared/exact-json'
import { readExactJson } from './edit'
import { writeWords } from '../words/write'

/** Characters. */
const longestPattern = 500
/** Matching attempts, in a time that a person does not notice. */
const mostWays = 1e6

/**
 * True if a schema's pattern matches quickly on a text of this length. Each choice multiplies the attempts; a repeated
 * group has no countable limit unless the pattern has no choices.
 */
export function isQuick(pattern: string, length: number): boolean {
  if (pattern.length > longestPattern) return false
  const bare = pattern.replaceAll(/\\./gs, 'x').replaceAll(/\[[^[\]]*\]/g, 'x')
  const choices = [...bare.matchAll(/[*+|]|(?<!\()\?|\{\d+,(\d*)\}/g)].map(([choice, most]) => {
    if (choice === '?' || choice === '|') return 2
    return most ? Number(most) + 1 : length + 1
  })
  if (/\)[*+?]|\)\{\d+,/.test(bare) || (bare.includes('){') && choices.length > 0)) return false
  const starts = bare.startsWith('^') ? 1 : length + 1
  return choices.reduce((ways, one) => ways * one, starts) * (length + 1) <= mostWays
}

const words = writeWords.check

export const fieldAt = (way: Way): string => (way.length === 0 ? 'body' : `body#${toPointer(way)}`)

/**
 * Refuses clear violations, and warns about hints (formats, patterns, unknown keys).
 *
 * @param text JSON with variables filled in; invalid JSON has its own problem elsewhere
 */
export function checkBody(shape: Shape, text: string): DraftProblem[] {
  const read = readExactJson(text)
  return read ? [...problemsOf(shape, read.value, [])] : []
}

function* problemsOf(shape: Shape, value: unknown, way: Way): Generator<DraftProblem, void, void> {
  const problem = (severity: 'refused' | 'warning', code: string, message: string): DraftProblem => ({
    ...{ field: fieldAt(way), severity, code, message }
  })
  if (value === null) {
    if (!shape.nullable && shape.kind !== 'any') yield problem('refused', 'null', words.notNull)
    return
  }
  const mismatch = mismatchOf(shape, value)
  if (mismatch) return yield problem('refused', 'type', mismatch)
  switch (shape.kind) {
    case 'object':
      yield* keysOf(shape, value as Record<string, unknown>, way)
      return
    case 'list': {
      const items = value as unknown[]
      const outside = boundsOf(shape, items.length, 'items')
      if (outside) yield problem('refused', 'bounds', outside)
      for (const [at, item] of items.entries()) yield* problemsOf(shape.item, item, [...way, at])
      return
    }
    case 'number': {
      const outside = boundsOf(shape, Number(value), 'number')
      if (outside) yield problem('refused', 'bounds', outside)
      return
    }
    case 'text': {
      const text = value as string
      const outside = boundsOf(shape, [...text].length, 'characters')
      if (outside) yield problem('refused', 'bounds', outside)
      const format = formatProblem(shape.format, text)
      if (format) yield problem('warning', 'format', format)
      if (!fits(shape.pattern, text)) yield problem('warning', 'pattern', words.pattern(shape.pattern))
    }
  }
}

function* keysOf(shape: Shape & { kind: 'object' }, value: Record<string, unknown>, way: Way) {
  for (const { name, required, shape: inner } of shape.fields) {
    const at = [...way, name]
    if (Object.hasOwn(value, name)) yield* problemsOf(inner, value[name], at)
    else if (required) {
      const message = inner.nullable ? words.requiredOrNull : words.required
      yield { field: fieldAt(at), severity: 'refused' as const, code: 'empty', message }
    }
  }
  if (shape.open) return
  const known = new Set(shape.fields.map(({ name }) => name))
  for (const name of Object.keys(value)) {
    if (known.has(name)) continue
    const message = words.unknown(name)
    yield { field: fieldAt(way), severity: 'warning' as const, code: 'unknown-key', message }
  }
}

/** null if the value fits */
function mismatchOf(shape: Shape, value: unknown): string | null {
  switch (shape.kind) {
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? null : words.type.object
    case 'list':
      return Array.isArray(value) ? null : words.type.list
    case 'text':
      return typeof value === 'string' ? null : words.type.text
    case 'boolean':
      return typeof value === 'boolean' ? null : words.type.boolean
    case 'number':
      if (typeof value !== 'number' && typeof value !== 'bigint') return words.type.number
      return shape.whole && typeof value === 'number' && !Number.isInteger(value) ? words.type.whole : null
    case 'choice':
      return shape.values.some((one) => one === value) ? null : words.choice(shape.values.map((one) => writeExact(one)))
    case 'any':
      return null
  }
}

function boundsOf({ least, most }: { least: number; most: number }, size: number, what: keyof typeof words.least) {
  if (size < least) return words.least[what](least)
  return size > most ? words.most[what](most) : null
}

/** The service checks patterns that this engine cannot read or finishes too slowly. */
function fits(pattern: string, text: string): boolean {
  if (!isQuick(pattern, text.length)) return true
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

const day = '\\d{4}-\\d{2}-\\d{2}'
const time = '\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?'

/** A schema may name others. */
const formats: Readonly<Record<string, { name: string; pattern: RegExp; example: string }>> = {
  date: { name: words.formats.date, pattern: new RegExp(`^${day}$`), example: '2026-03-01' },
  'date-time': {
    name: words.formats['date-time'],
    pattern: new RegExp(`^${day}[Tt ]${time}([Zz]|[+-]\\d{2}:?\\d{2})?$`),
    example: '2026-03-01T09:00:00Z'
  },
  time: { name: words.formats.time, pattern: new RegExp(`^${time}([Zz]|[+-]\\d{2}:?\\d{2})?$`), example: '09:00:00' },
  email: { name: words.formats.email, pattern: /^[^\s@]+@[^\s@]+$/, example: 'name@example.com' },
  uuid: {
    name: words.formats.uuid,
    pattern: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
    example: '00000000-0000-4000-8000-000000000000'
  },
  uri: { name: words.formats.uri, pattern: /^[a-z][a-z0-9+.-]*:\S+$/i, example: 'https://example.com' }
}

export const exampleOf = (format: string): string =>
  (Object.hasOwn(formats, format) ? formats[format]?.example : null) ?? ''

/** null if the text matches or the format is unknown */
function formatProblem(format: string, text: string): string | null {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined
  if (!known) return null
  const isDay = !format.startsWith('date') || !Number.isNaN(Date.parse(text.slice(0, 10)))
  return known.pattern.test(text) && isDay ? null : words.format(known.name)
}
