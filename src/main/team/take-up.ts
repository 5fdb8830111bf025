import { randomUUID } from 'node:crypto'
import type { Place } from '../../shared/workspaces/place'
import type { Tables } from '../store/kept-store'
import type { OpenEpisode } from '../store/tables/connectors/episodes'
import { TeamNames } from '../store/tables/team/team-names'
import { nameOfTag } from './issue-fields'
import { applyFields, openIssue, placesOf } from './issues'
import type { SharedPlace } from './places'

interface Asked {
  places: readonly SharedPlace[]
  writes: boolean
}

/**
 * Makes the open cases of these places cases of the team. What the team says of a case holds; what it does not say yet
 * it is told.
 *
 * @returns the places of which cases changed
 */
export function takeUp(tables: Tables, { places, writes }: Asked): Place[] {
  const { sql, episodes } = tables
  sql.run('DELETE FROM team_place')
  for (const { workspaceId, region, service } of places)
    sql.run('INSERT INTO team_place VALUES (?, ?, ?)', workspaceId, region, service)

  const names = new TeamNames(sql)
  const changed = new Set<number>()
  for (const { service, ...place } of places) {
    for (const episode of episodes.unshared(place)) {
      const there = stillOpen(tables, service, episode.key)
      if (there === null && !writes) continue
      const teamCase = there ?? randomUUID()
      sql.run('UPDATE episode SET team_case = ? WHERE id = ?', teamCase, episode.id)
      if (there !== null) {
        applyFields(tables, names, there, episode)
        changed.add(episode.connector)
      }
      if (writes) tell(tables, episode, there)
    }
  }
  return placesOf(tables, changed)
}

/** One that this desk has closed is closed, though the feed does not say so yet. */
function stillOpen(tables: Tables, service: string, connector: string): string | null {
  const there = openIssue(tables, service, connector)
  return there !== null && tables.outbox.holds(there, 'closed') ? null : there
}

/** @param there the case it was made; null for one the team is told of first */
function tell({ sql, outbox }: Tables, episode: OpenEpisode, there: string | null): void {
  if (there === null) outbox.put(episode.id, 'opened', { connector: episode.key, cause: episode.cause })
  const said = (field: string) =>
    there !== null && sql.get('SELECT 1 FROM team_field WHERE team_case = ? AND field = ?', there, field) !== undefined
  for (const field of ['owner', 'note', 'snoozedUntil'] as const)
    if (episode[field] && !said(field)) outbox.put(episode.id, field, episode[field])
  for (const tag of episode.tags) if (!said(nameOfTag(tag))) outbox.put(episode.id, 'tagged', tag)
}
