import type { Category, PracticeConnector } from '../connector'
import { iso } from './draft'
import { Random } from './random'

export interface Link {
  org_name: string
  origin_id: string
  category: Category
  slug: string
}

/** A connector before its first sync. */
export function newConnector(link: Link, { token, now }: { token: string; now: number }): PracticeConnector {
  const random = new Random(`linked/${token}`)
  return {
    id: random.uuid(),
    is_active: true,
    status: 'COMPLETE',
    integration_slug: link.slug,
    end_user: link.org_name,
    origin_id: link.origin_id,
    sync_status: null,
    last_sync_start_time: null,
    next_sync_start_time: null,
    connector_token: `ct_${random.text(40)}`,
    category: link.category,
    relink_needed_at: null,
    is_test_connector: false,
    completed_at: iso(now),
    created_at: iso(now)
  }
}
