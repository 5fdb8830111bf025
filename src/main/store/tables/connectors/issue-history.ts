import type { Place } from '../../../../shared/workspaces/place'
import type { IssueCause } from '../../../../shared/issues/diagnosis'
import type { EndedIssue } from '../../../../shared/issues/runbook'
import type { IssueEvent, Pause } from '../../../../shared/issues/issue'
import type { Category } from '../../../../shared/connectors/category'
import type { Statements } from '../../statements'
import { pausesOf } from './episodes'
import { keyOf } from './page-lines'
import { whole } from './refreshes'

/** Times in ms since 1970. */
export interface PastIssue {
  id: number
  connector: number
  cause: IssueCause
  openedAt: number
  closedAt: number | null
  owner: string
  /** null if not shared or not kept */
  teamCase: string | null
  sharedAt: number | null
}

/** This computer did not see it: the issue ended before, or while this computer was away. */
export interface IssueElsewhere extends Omit<PastIssue, 'id' | 'teamCase' | 'sharedAt'> {
  closedAt: number
  ended: 'recovered' | 'gone'
}

export interface PastConnector {
  id: number
  slug: unknown
  endUser: unknown
  originId: unknown
  isTest: 0 | 1
}

interface EndedRow extends Pick<EndedIssue, 'endUser' | 'openedAt' | 'closedAt' | 'note'> {
  category: Category
  connectorId: string
  requested: number | string | null
  ended: 'recovered' | 'became' | 'gone' | null
  detail: string | null
}

const quarter = 15 * 60_000
const ofPlace = 'workspace = ? AND region = ?'
/** Ended issues of the team that neither match nor overlap an issue here. */
const onlyElsewhere = (() => {
  const id = `json_quote(substr(one.connector, instr(one.connector, ':') + 1))`
  return `FROM team_place JOIN team_case AS one USING (service) JOIN connector USING (workspace, region)
    WHERE ${ofPlace} AND joined IS NULL AND closed_at IS NOT NULL AND opened_at IS NOT NULL
      AND category = substr(one.connector, 1, instr(one.connector, ':') - 1)
      AND connector_id = substr(${id}, 2, length(${id}) - 2)
      AND NOT EXISTS (SELECT 1 FROM episode WHERE episode.connector = connector.id AND (team_case = one.id
        OR episode.opened_at <= one.closed_at AND coalesce(episode.closed_at, one.closed_at) >= one.opened_at))`
})()
const teamField = (field: string) =>
  `(SELECT value ->> '$' FROM team_field WHERE team_case = one.id AND field = '${field}')`

/** A year may have a hundred thousand issues, so this reads little of each. */
export class IssueHistory {
  constructor(private readonly sql: Statements) {}

  /** Open and closed, grouped by connector, oldest first. */
  issues({ workspaceId, region }: Place): PastIssue[] {
    return this.sql.all<PastIssue>(
      `SELECT episode.id AS id, episode.connector, episode.cause, episode.opened_at AS openedAt,
          episode.closed_at AS closedAt, owner, team_case AS teamCase, shared.opened_at AS sharedAt
        FROM connector JOIN episode ON episode.connector = connector.id LEFT JOIN team_case AS shared ON shared.id = team_case
        WHERE ${ofPlace} ORDER BY episode.connector, episode.id`,
      workspaceId,
      region
    )
  }

  /**
   * Team times come from the server's clock: if this
   * computer's clock differs, they may miss the times of the same issue here.
   */
  elsewhere({ workspaceId, region }: Place): IssueElsewhere[] {
    return this.sql.all<IssueElsewhere>(
      `SELECT connector.id AS connector, cause, opened_at AS openedAt, closed_at AS closedAt, ended,
          coalesce(${teamField('owner')}, '') AS owner ${onlyElsewhere}`,
      workspaceId,
      region
    )
  }

  /** The last closed ones of an integration and cause, latest first, without test connectors; also those elsewhere. */
  lastEnded({ workspaceId, region }: Place, slug: string, cause: IssueCause, most: number): EndedIssue[] {
    const columns = `category, connector_id AS connectorId, coalesce(record ->> '$.end_user', '') AS endUser,
      opened_at AS openedAt, closed_at AS closedAt`
    const last = `SELECT max(id) FROM episode_event WHERE episode = episode.id AND kind IN ('recovered', 'became', 'gone')`
    const ofKind = `AND cause = ? AND record ->> '$.integration_slug' = ?
      AND json_type(record, '$.is_test_connector') IS NOT 'true' ORDER BY closed_at DESC LIMIT ?`
    const values = [workspaceId, region, cause, slug, most]
    const here = this.sql.all<EndedRow>(
      `SELECT ${columns}, note, requested_at AS requested, kind AS ended, detail FROM episode
          JOIN connector ON connector.id = episode.connector LEFT JOIN episode_event ON episode_event.id = (${last})
        WHERE ${ofPlace} AND closed_at IS NOT NULL ${ofKind}`,
      ...values
    )
    const elsewhere = this.sql.all<EndedRow>(
      `SELECT ${columns}, coalesce(${teamField('note')}, '') AS note, ${teamField('requested')} AS requested, ended,
        NULL AS detail ${onlyElsewhere} ${ofKind}`,
      ...values
    )
    return [...here, ...elsewhere]
      .sort((a, b) => b.closedAt - a.closedAt)
      .slice(0, most)
      .map(({ category, connectorId, requested, detail, ended, ...row }) => ({
        ...{ key: keyOf(category, connectorId), ...row },
        ended: ended === 'recovered' && requested !== null ? 'relinked' : (ended ?? 'recovered'),
        became: ended === 'became' ? (detail as IssueCause | null) : null
      }))
  }

  /** By issue: when it waited for the customer, also while it was the issue before. @param issues as of `issues` */
  waits({ workspaceId, region }: Place, issues: readonly PastIssue[]): Map<number, Pause[]> {
    const rows = this.sql.all<IssueEvent & { episode: number }>(
      `SELECT episode, at, kind, detail, episode_event.operator FROM connector
        JOIN episode ON episode.connector = connector.id JOIN episode_event ON episode_event.episode = episode.id
        WHERE ${ofPlace} AND cause IN ('relink', 'incident') AND kind IN ('requested', 'unrequested')
        ORDER BY episode_event.id`,
      workspaceId,
      region
    )
    const events = new Map<number, IssueEvent[]>()
    for (const { episode, ...event } of rows) events.set(episode, [...(events.get(episode) ?? []), event])
    const waits = new Map<number, Pause[]>()
    let before: (PastIssue & { asked: IssueEvent[] }) | undefined
    for (const one of issues) {
      const asks = one.cause === 'relink' || one.cause === 'incident'
      const goesOn = asks && before?.connector === one.connector && before.closedAt === one.openedAt
      const asked = asks ? [...(goesOn ? (before?.asked ?? []) : []), ...(events.get(one.id) ?? [])] : []
      if (asked.length > 0) waits.set(one.id, pausesOf(asked))
      before = { ...one, asked }
    }
    return waits
  }

  /** ms since 1970; null if the place is not shared or nothing came yet. */
  sharedSince({ workspaceId, region }: Place): number | null {
    const select = `SELECT min(opened_at) AS at FROM team_place JOIN team_case USING (service) WHERE ${ofPlace}`
    return this.sql.get<{ at: number | null }>(select, workspaceId, region)?.at ?? null
  }

  /** Issues of any place that closed because their connector was deleted. */
  gone(): Set<number> {
    const rows = this.sql.all<{ id: number }>(`SELECT episode AS id FROM episode_event WHERE kind = 'gone'`)
    return new Set(rows.map(({ id }) => id))
  }

  /** Connectors with an issue here, deleted ones too, and `more`. */
  connectors({ workspaceId, region }: Place, more: readonly number[]): PastConnector[] {
    return this.sql.all<PastConnector>(
      `SELECT id, record ->> '$.integration_slug' AS slug, record ->> '$.end_user' AS endUser,
          record ->> '$.origin_id' AS originId, json_type(record, '$.is_test_connector') IS 'true' AS isTest
        FROM connector WHERE ${ofPlace} AND (EXISTS (SELECT 1 FROM episode WHERE connector = connector.id)
          OR id IN (SELECT value FROM json_each(?)))`,
      workspaceId,
      region,
      JSON.stringify(more)
    )
  }

  /** Ends of complete refreshes, oldest first; one per quarter of an hour. */
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

  /** Ends of the second and the last complete refresh; null for none. */
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
