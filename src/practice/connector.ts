/** The two base addresses of the service (spec: base_url, eu_base_url); each has its own data and its own tokens. */
export type Region = 'default' | 'eu'
export type Category = 'HRIS' | 'ATS' | 'LMS'

export const CATEGORIES: readonly Category[] = ['HRIS', 'ATS', 'LMS']

/** A connector record (spec: Connector). Enums are open so that a test may put anything in. Times are ISO 8601, UTC. */
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
