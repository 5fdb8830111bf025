import type { TeamKind } from '../../shared/team/kinds'
import type { RefusedWhy } from '../../shared/passthrough/library'
import { waitingLimits, type TeamPending } from '../../shared/team/waiting'
import { kinds } from './kinds'
import type { Tables } from '../store/kept-store'

interface Row {
  kind: TeamKind
  field: string
  name: string | null
  since: number
  refused: RefusedWhy | null
}

/** What a change is about, as it is called now, or as the team called it where it is not here any more. */
const names: Record<TeamKind, string> = {
  case: `(SELECT record ->> '$.end_user' FROM episode JOIN connector ON connector.id = connector
    WHERE team_case = subject LIMIT 1)`,
  folder: kinds.folder.name,
  request: kinds.request.name,
  filter: kinds.filter.name,
  ledger: kinds.ledger.name,
  call: kinds.call.name
}

/** What this desk has and the team has not, by kind and name, and what the team has too much of. */
export function pendingOf({ sql, outbox }: Tables): TeamPending {
  const name = Object.entries(names).map(([kind, of]) => `WHEN '${kind}' THEN ${of}`)
  const select = `SELECT kind, field, CASE kind ${name.join(' ')} END AS name, at AS since, refused FROM team_outbox AS one
    ORDER BY seq DESC LIMIT ?`
  const changes = sql.all<Row>(select, waitingLimits.listed).map((row) => ({ ...row, name: row.name ?? '' }))
  const { waiting, refused } = outbox.counts()
  const over = 'SELECT count(*) AS n FROM team_item WHERE over = 1 AND removed = 0'
  const leftOut = sql.get<{ n: number }>(over)?.n ?? 0
  return { changes, more: waiting + refused - changes.length, leftOut }
}

/** @returns how much could not be shared for too long and is not kept any more, since somebody was told @param now ms since 1970 */
export function expire({ sql, outbox }: Tables, now: number): number {
  const [link] = sql.all<{ writes: number | null }>('SELECT writes FROM team')
  if (!link) return 0
  const expired = outbox.expire(now - waitingLimits.kept, link.writes === 0)
  if (expired > 0) sql.run('UPDATE team SET expired = expired + ?', expired)
  return sql.get<{ expired: number }>('SELECT expired FROM team')?.expired ?? 0
}
