/** Each region has its own address, data and tokens. */
export type Region = 'default' | 'eu'
export type Category = 'HRIS' | 'ATS' | 'LMS'

export const CATEGORIES: readonly Category[] = ['HRIS', 'ATS', 'LMS']

/** Enums are open for tests. Times are ISO 8601, UTC. */
export interface PracticeConnector {
  id: string
  is_active: boolean
  status: string
  integration_slug: string
  end_user: string
  origin_id: string | null
  sync_status: string | null
  last_sync_start_time: string | null
  next_sync_start_time: string | null
  connector_token: string
  category: string
  relink_needed_at: string | null
  is_test_connector: boolean
  completed_at: string | null
  created_at: string
  sync_progress?: number | null
  total_employees?: number | null
  active_employees?: number | null
  avg_sync_duration?: string | null
}
