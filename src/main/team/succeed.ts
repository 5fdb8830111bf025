import type { Tables } from '../store/kept-store'
import type { OpenEpisode } from '../store/tables/connectors/episodes'
import type { TeamNames } from '../store/tables/team/team-names'
import { applyFields } from './issues'
import type { SignedChange } from './change'

/**
 * A case that opens follows those of its connector that are over. A desk that still has one of them open goes over to it:
 * it saw neither the recovery nor the next failure. What was written on one that was over, by a desk that had not seen
 * that, is of the case that follows: the feed says which, so all desks come to the same values. Each that is over is
 * looked at once, and again where something is written on it later: a connector that fails daily has many.
 *
 * @returns the cases of this desk that changed
 */
export function succeed(
  tables: Tables,
  names: TeamNames,
  { subject: id, service, at, signed }: Pick<SignedChange, 'subject' | 'service' | 'at' | 'signed'>,
  connector: string
): OpenEpisode[] {
  const { sql, episodes } = tables
  const over = 'service = ? AND connector = ? AND joined IS NULL AND closed = 1 AND followed = 0'
  const select = `SELECT id FROM team_case WHERE ${over}`
  for (const { id: earlier } of sql.all<{ id: string }>(select, service, connector)) {
    bringLate(tables, earlier, id)
    for (const episode of episodes.ofTeam(earlier)) if (episode.isOpen) goOver(tables, episode, earlier, id, at, signed)
  }
  sql.run(`UPDATE team_case SET followed = 1 WHERE ${over}`, service, connector)
  const now = episodes.ofTeam(id)
  for (const episode of now) applyFields(tables, names, id, episode)
  return now
}

function bringLate({ sql }: Tables, earlier: string, id: string): void {
  const copy = `INSERT INTO team_field (team_case, field, value, at, operator, account)
    SELECT ?, field, value, at, operator, account FROM team_field AS late WHERE team_case = ? AND late IS NOT NULL
    ON CONFLICT DO UPDATE SET value = excluded.value, at = excluded.at, operator = excluded.operator,
      account = excluded.account WHERE excluded.at > team_field.at`
  sql.run(copy, id, earlier)
  sql.run('UPDATE team_field SET late = NULL WHERE team_case = ?', earlier)
}

/** With what this desk wrote and the team has not got. */
function goOver(
  { episodes, outbox }: Tables,
  episode: OpenEpisode,
  earlier: string,
  id: string,
  at: number,
  signed: string
): void {
  outbox.renameWords(earlier, id)
  const next = episodes.follow(episode, id, at, signed)
  for (const field of ['owner', 'note', 'snoozedUntil'] as const)
    if (outbox.holds(id, field)) episodes.write(next, { field, value: episode[field] }, at)
  for (const tag of episode.tags)
    if (outbox.says(id, 'tagged', tag)) episodes.write(next, { field: 'tagged', value: tag }, at)
  const { requestedAt } = episode
  if (requestedAt !== null && outbox.holds(id, 'requested'))
    episodes.write(next, { field: 'requested', value: null }, requestedAt)
}
