import { writeWords } from '../words/write'

const words = writeWords.check
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
export function formatProblem(format: string, text: string): string | null {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined
  if (!known) return null
  const isDay = !format.startsWith('date') || !Number.isNaN(Date.parse(text.slice(0, 10)))
  return known.pattern.test(text) && isDay ? null : words.format(known.name)
}
