interface Known {
  label: string
  /** What null means there, until main has sent what this one means. */
  none: string
  /** Behind a number. */
  unit?: string
}

/**
 * Fields of a connector record as the contract names them (spec: Connector), in the order an operator asks for them:
 * whether the credentials are good, how it runs, what it brought; the head names the end user. Others are shown,
 * marked as not known.
 */
export const knownFields: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['id', { label: 'Record id', none: 'not given' }],
  ['is_active', { label: 'Active', none: 'not given' }],
  ['status', { label: 'Credentials', none: 'not given' }],
  ['relink_needed_at', { label: 'Credentials found bad', none: 'never' }],
  ['created_at', { label: 'Linking began', none: 'not given' }],
  ['completed_at', { label: 'Linked properly', none: 'never' }],
  ['sync_status', { label: 'Last run', none: 'no run yet' }],
  ['last_sync_start_time', { label: 'Last run began', none: 'no run yet' }],
  ['next_sync_start_time', { label: 'Next run due', none: 'none planned' }],
  ['sync_progress', { label: 'Progress now', none: 'none, no run active', unit: '%' }],
  ['avg_sync_duration', { label: 'A run takes', none: 'not known until one is done' }],
  ['total_employees', { label: 'Employees', none: 'not known until a run is done' }],
  ['active_employees', { label: 'Active employees', none: 'not known until a run is done' }],
  ['end_user', { label: 'End user', none: 'not given' }],
  ['origin_id', { label: 'Origin id', none: 'the end user has none' }],
  ['integration_slug', { label: 'Integration slug', none: 'not given' }],
  ['category', { label: 'Category', none: 'not given' }],
  ['is_test_connector', { label: 'Test connector', none: 'not given' }]
])

/** The title of a value's mark. */
export const whyOdd = 'Not what the contract promises, shown as the service sent it'
