import type { Region } from '../connector'
import { DAY, iso } from './draft'
import { Random } from './random'

export interface Webhook {
  webhook_id: string
  name: string | null
  url: string
  is_enabled: boolean
  for_test_connector: boolean
  created_at: string
  events: readonly string[]
  /** The receiver has moved. */
  fails: boolean
  /** Its receiver takes a message only at this attempt. */
  attempts: number
}

const SYNCS = ['connector_sync_started', 'connector_synced', 'connector_sync_error']

/** Name, address, events, enabled, for test connectors only, failing, attempts. */
const TABLE: readonly (readonly [string | null, string, readonly string[], boolean?, boolean?, boolean?, number?])[] = [
  ['Operations desk', 'https://hooks.harbourline.example/connectors', SYNCS],
  ['Data warehouse', 'https://ingest.harbourline.example/v2/events?token=whk_7Zp0q1', ['connector_synced']],
  [
    ...(['Überwachung', 'https://alerts.harbourline.example/sync-errors', ['connector_sync_error']] as const),
    ...([true, false, false, 5] as const)
  ],
  [
    'Directory sync',
    'https://people.harbourline.example/changed',
    ['employee_data_changed', 'connector_data_modified']
  ],
  ['Old HR export', 'https://export.legacy.example/hook', ['connector_synced'], true, false, true],
  ['Staging', 'https://staging.harbourline.example/hooks', [...SYNCS, 'employee_data_changed'], true, true],
  ['Paused by Maya', 'https://hooks.harbourline.example/paused', SYNCS, false],
  [null, 'https://audit.harbourline.example/in?key=whk_2Nd8r5', ['connector_sync_error', 'connector_synced']]
]

export function createWebhooks({ seed, region, now }: { seed: number; region: Region; now: number }): Webhook[] {
  const random = new Random(`webhooks/${seed}/${region}`)
  return TABLE.map(
    ([name, url, events, is_enabled = true, for_test_connector = false, fails = false, attempts = 1], at) => ({
      webhook_id: random.uuid(),
      ...{ name, url, is_enabled, for_test_connector },
      created_at: iso(now - (200 - 20 * at) * DAY),
      ...{ events, fails, attempts }
    })
  )
}
