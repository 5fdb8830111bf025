import { collectionAt, valuesOf, type CollectionParam } from '../../shared/data/catalogue'

/** Parameters that add to records and leave none out. */
const additions = new Set(['expand', 'include_raw_data', 'include_custom_fields', 'errors_only'])

export interface FilterCheck {
  name: string
  /** False if the record does not show it. */
  contradicts(item: unknown): boolean
}

/** The service silently ignores unknown parameters, so this also checks typed ones. */
export function filterChecks(path: string, params: Readonly<Record<string, string>>): FilterCheck[] {
  const declared = collectionAt(path)?.params ?? []
  return Object.entries(params).flatMap(([name, text]) => {
    if (additions.has(name) || text.trim() === '') return []
    const contradicts = checkOf(
      name,
      text,
      declared.find((one) => one.name === name)
    )
    return contradicts ? [{ name, contradicts }] : []
  })
}

function checkOf(name: string, text: string, param: CollectionParam | undefined): FilterCheck['contradicts'] | null {
  if (name === 'modified_after') return timeCheck('modified_at', text, (at, bound) => at <= bound)
  const [, field, end] = /^(.+)_(from|to)$/.exec(name) ?? []
  if (field && (param === undefined || param.type === 'datetime')) {
    return timeCheck(field, text, (at, bound) => (end === 'from' ? at < bound : at > bound + dayOf(text, end)))
  }
  const several = param === undefined ? name === 'ids' : param.csv || param.type === 'list'
  const wanted = (several ? valuesOf(text) : [text]).map((one) => one.toLowerCase())
  // A service may match a part of a name: a text that contains the value is no contradiction.
  const fits = (value: string) => wanted.some((one) => value.toLowerCase().includes(one))
  return (item) => {
    const values = textsOf(own(item, name === 'ids' ? 'id' : name))
    return values !== null && !values.some(fits)
  }
}

function timeCheck(field: string, text: string, outside: (at: number, bound: number) => boolean) {
  const bound = timeOf(text)
  if (bound === null) return null
  return (item: unknown) => {
    const at = timeOf(own(item, field))
    return at !== null && outside(at, bound)
  }
}

/** A date as a bound includes that day. */
const dayOf = (text: string, end: string | undefined) => (end === 'to' && !/[T ]/.test(text) ? 86_400_000 - 1 : 0)

function own(item: unknown, name: string): unknown {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, name)) return undefined
  return (item as Record<string, unknown>)[name]
}

/** ISO 8601; UTC without an offset. null for anything else. */
function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null
  const zoned = !/[T ]/.test(value) || /(?:Z|[+-]\d{2}:?\d{2})$/.test(value)
  const at = Date.parse(zoned ? value : `${value}Z`)
  return Number.isNaN(at) ? null : at
}

/** null if the record has none, or another form */
function textsOf(value: unknown): string[] | null {
  const all = Array.isArray(value) ? value : [value]
  const plain = all.every((one) => ['string', 'number', 'bigint', 'boolean'].includes(typeof one))
  return plain && all.length > 0 ? all.map(String) : null
}
