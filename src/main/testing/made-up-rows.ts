import type { Category } from '../../shared/connectors/category'
import { connectorKey } from '../../shared/connectors/connector'
import type { SeenRow } from '../store/tables/connectors/page-lines'

const hour = 3_600_000

/** A record without its token: healthy at `now`, with these differences. */
export function madeUpRecord(id: string, now: number, change: Record<string, unknown> = {}): SeenRow['record'] {
  const time = (ms: number) => new Date(ms).toISOString()
  return {
    id,
    is_active: true,
    status: 'COMPLETE',
    integration_slug: 'bamboohr',
    end_user: `End user ${id}`,
    origin_id: `origin-${id}`,
    sync_status: 'Done',
    last_sync_start_time: time(now - 2 * hour),
    next_sync_start_time: time(now + 4 * hour),
    category: 'HRIS',
    relink_needed_at: null,
    is_test_connector: false,
    completed_at: time(now - 90 * 24 * hour),
    created_at: time(now - 91 * 24 * hour),
    sync_progress: null,
    total_employees: 120,
    active_employees: 110,
    avg_sync_duration: '3 min 20 sec',
    ...change
  }
}

export function madeUpRow(
  id: string,
  now: number,
  change: Record<string, unknown> = {},
  category: Category = 'HRIS'
): SeenRow {
  return { key: connectorKey(category, id), category, record: madeUpRecord(id, now, { category, ...change }) }
}

/** Connectors of 20 integrations, some broken; a few differ for each `round`. */
export function madeUpRows(count: number, now: number, round = 0): SeenRow[] {
  return Array.from({ length: count }, (_, at) => {
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
    const integration_slug = `integration-${at % 20}`
    if (at % 40 === 7) {
      const relink_needed_at = new Date(now - (at % 700) * hour).toISOString()
      return madeUpRow(id, now, { integration_slug, status: 'RELINK_NEEDED', sync_status: 'Failed', relink_needed_at })
    }
    if (at % 50 === (round * 3) % 50) return madeUpRow(id, now, { integration_slug, sync_status: 'Failed' })
    if (at % 100 === 3) {
      return madeUpRow(id, now, { integration_slug, next_sync_start_time: new Date(now - 30 * hour).toISOString() })
    }
    return madeUpRow(id, now, { integration_slug })
  })
}
