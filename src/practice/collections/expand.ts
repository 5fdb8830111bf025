import { referredBy, relationOf } from './relations'
import type { ModelRecord, Roster } from './roster'

export interface Expansion {
  /** `manager_id`, for `manager`. */
  field: string
  relation: string
  only: string[] | null
}

/**
 * As `manager[first_name],company`.
 *
 * @param about fields and relations of the collection
 * @returns what is wrong, in words, if it cannot be read
 */
export function readExpand(
  text: string,
  { fields, relations: declared, roster }: { fields: readonly string[]; relations: readonly string[]; roster: Roster }
): Expansion[] | string {
  const own = fields.filter((field) => referredBy(roster.category, field))
  // Made-up records lack this relation: it is null.
  const relations = new Map([
    ...declared.map((relation) => [relation, ''] as const),
    ...own.map((field) => [relationOf(field), field] as const)
  ])
  const parts = text.match(/[^,[\]]+(\[[^[\]]*\])?/g) ?? []
  if (parts.join(',') !== text) return 'relations are separated by commas, their fields stand in brackets'
  const out: Expansion[] = []
  for (const part of parts) {
    const [name = '', only] = part.trim().split('[')
    const [relation, inside] = [name.trim(), only?.slice(0, -1)]
    const field = relations.get(relation)
    if (field === undefined) return `there is no relation ${relation}: ${[...relations.keys()].join(', ') || 'none'}`
    out.push({ field, relation, only: inside === undefined ? null : inside.split(',').map((name) => name.trim()) })
  }
  return out
}

export function expanded(
  roster: Roster,
  record: ModelRecord,
  expansions: readonly Expansion[]
): Record<string, unknown> {
  return Object.fromEntries(expansions.map((one) => [one.relation, resolve(roster, one, record[one.field])]))
}

function resolve(roster: Roster, expansion: Expansion, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(roster, expansion, one))
  const collection = referredBy(roster.category, expansion.field)
  const at = typeof value === 'string' && collection ? roster.indexOf(collection, value) : undefined
  if (at === undefined) return null
  const record: Record<string, unknown> = roster.record(collection ?? '', at)
  const { only } = expansion
  return only ? Object.fromEntries(only.filter((name) => name in record).map((name) => [name, record[name]])) : record
}
