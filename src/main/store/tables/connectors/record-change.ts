import type { ConnectorRecord } from '../../../../shared/connectors/connector'
import type { FieldChange } from '../../../../shared/connectors/comparison'

/** Fields in `absent` did not exist before. */
export interface Before {
  fields: Record<string, unknown>
  absent: string[]
}

/** In the record's order first. */
export function changedFields(before: ConnectorRecord, after: ConnectorRecord): FieldChange[] {
  if (before === after) return []
  const kept = Object.keys(after).filter((field) => !same(own(before, field), after[field]))
  const lost = Object.keys(before).filter((field) => !Object.hasOwn(after, field) && before[field] !== undefined)
  return [...kept, ...lost].map((field) => ({ field, before: own(before, field), after: own(after, field) }))
}

/** The service chooses the names: inherited properties must not count. */
const own = (record: ConnectorRecord, field: string) => (Object.hasOwn(record, field) ? record[field] : undefined)

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

export function beforeOf(changes: readonly FieldChange[]): Before {
  const there = changes.filter(({ before }) => before !== undefined)
  return {
    fields: Object.fromEntries(there.map(({ field, before }) => [field, before])),
    absent: changes.filter(({ before }) => before === undefined).map(({ field }) => field)
  }
}

export function undo(record: ConnectorRecord, { fields, absent }: Before): ConnectorRecord {
  const earlier: ConnectorRecord = { ...record, ...fields }
  for (const field of absent) Reflect.deleteProperty(earlier, field)
  return earlier
}
