interface Known {
  label: string
  /** The meaning of null, until main has sent words for this value. */
  none: string
  unit?: string
}

/**
 * The contract's fields in an operator's order: whether the credentials work, how it syncs, what it brought; the head
 * names the customer. Other fields show as unknown.
 */
export const knownFields: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['id', { label: 'Record ID', none: 'not given' }],
  ['is_active', { label: 'Active', none: 'not given' }],
  ['status', { label: 'Credentials', none: 'not given' }],
  ['relink_needed_at', { label: 'Relink needed since', none: 'never' }],
  ['created_at', { label: 'Link started', none: 'not given' }],
  ['completed_at', { label: 'Linked on', none: 'never' }],
  ['sync_status', { label: 'Last sync', none: 'no sync yet' }],
  ['last_sync_start_time', { label: 'Last sync started', none: 'no sync yet' }],
  ['next_sync_start_time', { label: 'Next sync due', none: 'none planned' }],
  ['sync_progress', { label: 'Progress', none: 'none, no sync running', unit: '%' }],
  ['avg_sync_duration', { label: 'Average sync time', none: 'not known until a sync is done' }],
  ['total_employees', { label: 'Employees', none: 'not known until a sync is done' }],
  ['active_employees', { label: 'Active employees', none: 'not known until a sync is done' }],
  ['end_user', { label: 'Customer', none: 'not given' }],
  ['origin_id', { label: 'Origin ID', none: 'the customer has none' }],
  ['integration_slug', { label: 'Integration slug', none: 'not given' }],
  ['category', { label: 'Category', none: 'not given' }],
  ['is_test_connector', { label: 'Test connector', none: 'not given' }]
])

export const recordFieldWords = {
  name: 'Record',
  asOf: (time: string) => `as of ${time}`,
  id: 'record ID',
  ago: (length: string) => `${length} ago`,
  null: 'null',
  absent: 'absent',
  unknown: 'a field this app does not know',
  raw: 'As the API sent it',
  copy: 'Copy record',
  copied: 'Copied',
  notCopied: 'Not copied',
  unknownTitle: 'A field this app does not know',
  unknownSaid: '(not known to this app)',
  token: 'never shown in this window',
  copyValue: 'Copy value',
  copyField: 'Copy field name',
  about: (field: string) => `Field ${field}`
}
