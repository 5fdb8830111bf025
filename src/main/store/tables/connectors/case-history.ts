import type { Place } from '../../../../shared/model/place'
import type { CaseCause } from '../../../../shared/model/verdict'
import type { Statements } from '../../statements'

/** A case without what is read of it only where it is opened. Times in ms since 1970. */
export interface PastCase {
  connector: number
  cause: CaseCause
  openedAt: number
  closedAt: number | null
  /** The last that happened to it: how it closed, where it did. */
  last: string
  owner: string
}

/** What names a connector; null where the record has no text there. */
export interface PastConnector {
  id: number
  slug: unknown
  endUser: unknown
  originId: unknown
}

const quarter = 15 * 60_000
const whole = `verdict IN ('complete', 'inconsistent')`
const ofPlace = 'workspace = ? AND region = ?'
/** As `readConnector` reads it. */
const noTest = `json_type(record, '$.is_test_connector') IS NOT 'true'`

/** The cases and refreshes of a place over time, test connectors aside. */
export class CaseHistory {
  constructor(private readonly sql: Statements) {}

  /** All that are kept, open and closed; those of a connector together, oldest first. */
  cases({ workspaceId, region }: Place): PastCase[] {
    const last = `(SELECT kind FROM episode_event WHERE episode = episode.id ORDER BY id DESC LIMIT 1)`
    return this.sql.all<PastCase>(
      `SELECT connector, cause, opened_at AS openedAt, closed_at AS closedAt, owner, ${last} AS last
        FROM connector JOIN episode ON connector = connector.id
        WHERE ${ofPlace} AND ${noTest} ORDER BY connector, episode.id`,
      workspaceId,
      region
    )
  }

  /** The connectors that needed a relink, by their latest record, deleted ones too. */
  relinked({ workspaceId, region }: Place): PastConnector[] {
    return this.sql.all<PastConnector>(
      `SELECT id, record ->> '$.integration_slug' AS slug, record ->> '$.end_user' AS endUser,
          record ->> '$.origin_id' AS originId FROM connector
        WHERE ${ofPlace} AND EXISTS (SELECT 1 FROM episode WHERE connector = connector.id AND cause = 'relink')`,
      workspaceId,
      region
    )
  }

  /** When refreshes of the whole list ended since a time, oldest first; one for each quarter of an hour. */
  refreshes({ workspaceId, region }: Place, since: number): number[] {
    const rows = this.sql.all<{ at: number }>(
      `SELECT DISTINCT ended_at / ${quarter} * ${quarter} AS at FROM walk
        WHERE ${ofPlace} AND ${whole} AND ended_at >= ? ORDER BY at`,
      workspaceId,
      region,
      since
    )
    return rows.map(({ at }) => at)
  }

  /** When the second and the last of all refreshes of the whole list ended; null where there was none. */
  refreshedAt({ workspaceId, region }: Place): { second: number | null; last: number | null } {
    const end = (order: string) =>
      this.sql.get<{ at: number }>(
        `SELECT ended_at AS at FROM walk WHERE ${ofPlace} AND ${whole} ORDER BY ${order}`,
        workspaceId,
        region
      )?.at ?? null
    return { second: end('id LIMIT 1 OFFSET 1'), last: end('id DESC LIMIT 1') }
  }
}
