import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { SharedCall } from '../../../../shared/team/call-change'
import type { Statements } from '../../statements'
import { TeamOutbox } from './outbox'

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
