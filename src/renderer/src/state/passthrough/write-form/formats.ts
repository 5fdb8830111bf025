const day = '\\d{4}-\\d{2}-\\d{2}'
const time = '\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?'

/** Formats of texts that a form knows: what they look like, and an example. A schema may name any other. */
const formats: Readonly<Record<string, { pattern: RegExp; example: string }>> = {
  date: { pattern: new RegExp(`^${day}$`), example: '2026-03-01' },
  'date-time': {
    pattern: new RegExp(`^${day}[Tt ]${time}([Zz]|[+-]\\d{2}:?\\d{2})?$`),
    example: '2026-03-01T09:00:00Z'
  },
  time: { pattern: new RegExp(`^${time}([Zz]|[+-]\\d{2}:?\\d{2})?$`), example: '09:00:00' },
  email: { pattern: /^[^\s@]+@[^\s@]+$/, example: 'name@example.com' },
  uuid: {
    pattern: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
    example: '00000000-0000-4000-8000-000000000000'
  },
  uri: { pattern: /^[a-z][a-z0-9+.-]*:\S+$/i, example: 'https://example.com' }
}

export const exampleOf = (format: string): string => formats[format]?.example ?? ''

/** Why a text does not look like its format; null where it does, or the format is not known. */
export function formatProblem(format: string, text: string): string | null {
  const known = formats[format]
  if (!known) return null
  const isDate = !format.startsWith('date') || !Number.isNaN(Date.parse(text.slice(0, 10)))
  if (known.pattern.test(text) && isDate) return null
  return `This does not look like ${format}, as ${known.example}.`
}
