/** Fields of a connector record as the contract names them (spec: Connector). Others are shown, marked as not known. */
export const knownFields: ReadonlySet<string> = new Set([
  'id',
  'is_active',
  'status',
  'integration_slug',
  'end_user',
  'origin_id',
  'sync_status',
  'last_sync_start_time',
  'next_sync_start_time',
  'category',
  'relink_needed_at',
  'is_test_connector',
  'completed_at',
  'created_at',
  'sync_progress',
  'total_employees',
  'active_employees',
  'avg_sync_duration'
])
