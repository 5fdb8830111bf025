import type { ChangeLogEntry } from '../../shared/model/change-log'
import { byteOrderMark, csvLines } from '../base/export-rows'

const columns: Record<string, (entry: ChangeLogEntry) => unknown> = {
  id: ({ id }) => id,
  at: ({ at }) => new Date(at).toISOString(),
  region: ({ region }) => region,
  act: ({ act }) => act,
  outcome: ({ outcome }) => outcome,
  message: ({ message }) => message,
  operator: ({ operator }) => operator,
  field_id: ({ field }) => field.id,
  field_name: ({ field }) => field.name,
  category: ({ field }) => field.category,
  model: ({ field }) => field.model,
  mapping_id: ({ mapping }) => mapping?.id,
  scope: ({ mapping }) => mapping?.scope.kind,
  scope_id: ({ mapping }) => (mapping?.scope.kind === 'integration' ? mapping.scope.slug : mapping?.scope.key),
  scope_name: ({ mapping }) => mapping?.scopeName,
  expression: ({ mapping }) => mapping?.expression,
  expression_before: ({ mapping }) => mapping?.before,
  cascade: ({ cascade }) => (cascade.length > 0 ? cascade : null)
}

/** Entries as CSV, newest first; see `toCsv` for the dialect. */
export function changeLogCsv(entries: readonly ChangeLogEntry[]): string {
  const lines = entries.map((entry) => Object.values(columns).map((value) => value(entry)))
  return byteOrderMark + csvLines([Object.keys(columns), ...lines])
}

/** Entries as JSON, whole, newest first. */
export function changeLogJson(entries: readonly ChangeLogEntry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`
}
