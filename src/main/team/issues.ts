import type { Place } from '../../shared/workspaces/place'
import type { Tables } from '../store/kept-store'
import type { TeamNames } from '../store/tables/team/team-names'
import { columnsOf } from '../store/tables/connectors/key-columns'
import type { ChangedField, OpenEpisode } from '../store/tables/connectors/episodes'
import { fieldOf, isOnItsWay, storedField } from './issue-fields'

/** The team's open case of a connector; null where there is none. */
export function openIssue({ sql }: Tables, service: string, connector: string): string | null {
  const where = 'service = ? AND connector = ? AND joined IS NULL AND closed = 0'
  return sql.get<{ id: string }>(`SELECT id FROM team_case WHERE ${where} LIMIT 1`, service, connector)?.id ?? null
}

/** The open case of a connector of this desk as the team knows it; null where it is shared with nobody. */
export function sharedIssue({ sql }: Tables, { workspaceId, region, key }: Place & { key: string }) {
  const { category, id } = columnsOf(key)
  const select = `SELECT service, team_case AS subject, desk FROM team, episode JOIN connector ON connector.id = connector
    JOIN team_place USING (workspace, region) WHERE workspace = ? AND region = ? AND category = ? AND connector_id = ?
    AND closed_at IS NULL AND team_case IS NOT NULL`
  const found = sql.get<{ service: string; subject: string; desk: string }>(select, workspaceId, region, category, id)
  return found ?? null
}

/** Notes what a field of a case says by the feed. @param late the desk that wrote it, where the case was over */
export function keepField(
  { sql }: Tables,
  teamCase: string,
  change: ChangedField,
  { at, account, operator }: { at: number; account: string; operator: string },
  late: string | null
): void {
  const { name, value } = storedField(change)
  const insert = `INSERT INTO team_field (team_case, field, value, at, operator, account, late) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value, at = excluded.at, operator = excluded.operator,
      account = excluded.account, late = excluded.late`
  sql.run(insert, teamCase, name, JSON.stringify(value), at, operator, account, late)
  if (late !== null) sql.run('UPDATE team_case SET followed = 0 WHERE id = ?', teamCase)
}

/** Brings what the feed says of a case into one of this desk, unless a change of this desk is on its way. */
export function applyFields(tables: Tables, names: TeamNames, teamCase: string, episode: OpenEpisode): void {
  const rows = tables.sql.all<{ field: string; value: string; at: number; operator: string; account: string | null }>(
    'SELECT field, value, at, operator, account FROM team_field WHERE team_case = ? ORDER BY at',
    teamCase
  )
  for (const { field, value, at, operator, account } of rows) {
    const change = fieldOf(field, JSON.parse(value) as ChangedField['value'])
    if (isSame(episode, change, at) || isOnItsWay(tables.outbox, teamCase, change)) continue
    const signed = account === null ? operator : names.shown(account, operator)
    tables.episodes.receive(episode.id, change, at, signed, true)
  }
}

function isSame(episode: OpenEpisode, { field, value }: ChangedField, at: number): boolean {
  if (field === 'requested') return (episode.requestedAt ?? 0) >= at
  if (field === 'tagged' || field === 'untagged') return episode.tags.includes(String(value)) === (field === 'tagged')
  return episode[field] === value
}

/** The places of these connectors, each once. */
export function placesOf({ sql }: Tables, connectors: Iterable<number>): Place[] {
  const places = new Map<string, Place>()
  for (const id of connectors) {
    const place = sql.get<Place>('SELECT workspace AS workspaceId, region FROM connector WHERE id = ?', id)
    if (place) places.set(`${place.workspaceId} ${place.region}`, place)
  }
  return [...places.values()]
}
