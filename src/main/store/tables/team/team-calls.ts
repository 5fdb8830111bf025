import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { ActivityCall, CallFilters, CallMark } from '../../../../shared/activity/call'
import type { SharedCall } from '../../../../shared/team/call-change'
import type { Statements } from '../../statements'
import type { ChartedCall, Spans } from '../activity/buckets'
import { conditions } from '../activity/conditions'
import { TeamOutbox } from './outbox'

interface Told {
  team: string
  service: string
  account: string
  operator: string
}

/**
 * Has the columns of `call`, for the same filters, in each workspace of the service. Lists a call once even if both
 * regions share an address.
 */
const shown = `(SELECT id, workspace, region, at, asker, method, path, query, status, error, 0 AS limited, 1 AS mutation,
  0 AS probe, NULL AS request_id, subject, forwarded, connector, operator, computer
  FROM team_call JOIN team_place AS place USING (service)
  WHERE NOT EXISTS (SELECT 1 FROM team_place AS other WHERE other.service = place.service
    AND other.workspace = place.workspace AND other.region < place.region))`

const selected = `id, workspace AS workspaceId, region, at, asker, method, path, query, status, error, subject, forwarded,
  connector AS connectorKey, operator, computer AS desk`

const sender = `operator || ' ' || computer`

type Stored = Omit<ActivityCall, keyof typeof notTold>

const notTold = {
  ...{ tries: 0, durationMs: 0, waitedMs: 0, limited: 0, bytes: 0, requestId: null },
  ...{ mutation: true, unknown: false, found: null, probe: false, partOf: '' }
} as const

/** Other desks' changes, outside this desk's audit record. */
export class TeamCalls {
  constructor(private readonly sql: Statements) {}

  /** Takes in a change, or its missing outcome from the same account. @returns its id; null if nothing changed */
  receive({ team, service, account, operator }: Told, call: SharedCall): { id: number; isNew: boolean } | null {
    const { sql } = this
    // The call is this desk's own, from before it rejoined the team.
    if (sql.get('SELECT 1 FROM call WHERE team = ?', team)) return null
    const before = sql.get<{ id: number }>('SELECT id FROM team_call WHERE team = ?', team)
    if (before) {
      const update = 'UPDATE team_call SET status = ?, error = ? WHERE id = ? AND account = ? AND status IS NULL'
      const ended = sql.run(update, call.status, call.error, before.id, account).changes > 0
      return ended ? { id: before.id, isNew: false } : null
    }
    const { computer, at, asker, method, path, query, subject, forwarded, connector, status, error } = call
    const next = '(SELECT coalesce(min(id), 0) - 1 FROM team_call)'
    const { lastInsertRowid } = sql.run(
      `INSERT INTO team_call VALUES (${next}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[team, service, account, operator, computer, at, asker, method, path, query, subject, forwarded, connector],
      ...[status, error]
    )
    return { id: lastInsertRowid, isNew: true }
  }

  /** Newest first. @param before mark of the previous list's last call; null for the first */
  listNewest(workspaceId: string, filters: CallFilters, before: CallMark | null, limit: number): ActivityCall[] {
    const { where, values } = conditions(workspaceId, filters, sender)
    const below = before ? ' AND (at, id) < (?, ?)' : ''
    const select = `SELECT ${selected} FROM ${shown} WHERE ${where}${below} ORDER BY at DESC, id DESC LIMIT ?`
    const marks = before ? [before.at, before.id] : []
    return this.sql.all<Stored>(select, ...values, ...marks, limit).map((call) => ({ ...notTold, ...call }))
  }

  count(workspaceId: string, filters: CallFilters): number {
    const { where, values } = conditions(workspaceId, filters, sender)
    return this.sql.get<{ n: number }>(`SELECT count(*) AS n FROM ${shown} WHERE ${where}`, ...values)?.n ?? 0
  }

  /** The duration is unknown. */
  charted(workspaceId: string, filters: CallFilters, { since, until }: Spans): ChartedCall[] {
    const { where, values } = conditions(workspaceId, filters, sender)
    const select = `SELECT at, status, error, probe, limited, NULL AS ms FROM ${shown}
      WHERE ${where} AND at >= ? AND at < ?`
    return this.sql.all<ChartedCall>(select, ...values, since, until)
  }
}

/** Characters; longer computer names are cut. */
const longestName = 253
/** Characters. */
const longestError = 200

/** Only this desk's changes at shared services. */
export class ToldCalls {
  constructor(private readonly sql: Statements) {}

  /** Tells a call when it leaves and again with its outcome, in the transaction that keeps it. */
  tell(id: number): void {
    const { sql } = this
    const select = `SELECT service, team, at, asker, method, path, query, subject, forwarded, connector, status, error
      FROM call JOIN team_place USING (workspace, region) WHERE id = ? AND mutation = 1`
    const found = sql.get<Omit<SharedCall, 'computer'> & { service: string; team: string | null }>(select, id)
    if (!found) return
    const { service, at, asker, method, path, query, forwarded, connector, status, error } = found
    const team = found.team ?? randomUUID()
    if (found.team === null) sql.run('UPDATE call SET team = ? WHERE id = ?', team, id)
    const value: SharedCall = {
      ...{ at, asker, method, path, query, subject: found.subject, forwarded, connector, status },
      computer: hostname().slice(0, longestName),
      error: error?.slice(0, longestError) ?? null
    }
    new TeamOutbox(sql).add({ service, kind: 'call', subject: team, field: 'entry', value })
  }
}
