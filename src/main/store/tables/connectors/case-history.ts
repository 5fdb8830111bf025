import type { Place } from '../../../../shared/model/place'
import type { CaseCause } from '../../../../shared/model/verdict'
import type { Statements } from '../../statements'

/** A case without what is read of it only where it is opened. Times in ms since 1970. */
export interface PastCase {
  id: number
  connector: number
  cause: CaseCause
  openedAt: number
  closedAt: number | null
  owner: string
}

/** What its latest record says of a connector, of any type. */
export interface PastConnector {
  id: number
  slug: unknown
  endUser: unknown
  originId: unknown
  isTest: 0 | 1
}

const quarter = 15 * 60_000
const ofPlace = 'workspace = ? AND region = ?'
const whole = `verdict IN ('complete', 'inconsistent')`

/** The cases and refreshes of a place over time: a year may have a hundred thousand, so little is read of each. */
export class CaseHistory {
  constructor(private readonly sql: Statements) {}

  /** All that are kept, open and closed; those of a connector together, oldest first. */
  cases({ workspaceId, region }: Place): PastCase[] {
    return this.sql.all<PastCase>(
      `SELECT episode.id AS id, connector, cause, opened_at AS openedAt, closed_at AS closedAt, owner
        FROM connector JOIN episode ON connector = connector.id WHERE ${ofPlace} ORDER BY connector, episode.id`,
      workspaceId,
      region
    )
  }

  /** The ids of cases, of any place, that closed because their connector was deleted. */
  gone(): Set<number> {
    const rows = this.sql.all<{ id: number }>(`SELECT episode AS id FROM episode_event WHERE kind = 'gone'`)
    return new Set(rows.map(({ id }) => id))
  }

  /** The connectors that had a case, deleted ones too. */
  connectors({ workspaceId, region }: Place): PastConnector[] {
    return this.sql.all<PastConnector>(
      `SELECT id, record ->> '$.integration_slug' AS slug, record ->> '$.end_user' AS endUser,
          record ->> '$.origin_id' AS originId, json_type(record, '$.is_test_connector') IS 'true' AS isTest
        FROM connector WHERE ${ofPlace} AND EXISTS (SELECT 1 FROM episode WHERE connector = connector.id)`,
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
