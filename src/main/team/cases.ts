import type { Place } from '../../shared/model/place'
import type { Tables } from '../store/kept-store'
import type { ChangedField, OpenEpisode } from '../store/tables/connectors/episodes'
import { fieldOf, isOnItsWay, storedField } from './case-fields'

/** The team's open case of a connector; null where there is none. */
export function openCase({ sql }: Tables, service: string, connector: string): string | null {
  const where = 'service = ? AND connector = ? AND joined IS NULL AND closed = 0'
  return sql.get<{ id: string }>(`SELECT id FROM team_case WHERE ${where} LIMIT 1`, service, connector)?.id ?? null
}

/** Notes what a field of a case says by the feed. */
export function keepField({ sql }: Tables, teamCase: string, change: ChangedField, at: number, operator: string): void {
  const { name, value } = storedField(change)
  const insert = `INSERT INTO team_field VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET value = excluded.value, at = excluded.at, operator = excluded.operator`
  sql.run(insert, teamCase, name, JSON.stringify(value), at, operator)
}

/** Brings what the feed says of a case into one of this desk, unless a change of this desk is on its way. */
export function applyFields(tables: Tables, teamCase: string, episode: OpenEpisode): void {
  const rows = tables.sql.all<{ field: string; value: string; at: number; operator: string }>(
    'SELECT field, value, at, operator FROM team_field WHERE team_case = ? ORDER BY at',
    teamCase
  )
  for (const { field, value, at, operator } of rows) {
    const change = fieldOf(field, JSON.parse(value) as ChangedField['value'])
    if (isSame(episode, change, at) || isOnItsWay(tables.outbox, teamCase, change)) continue
    tables.episodes.receive(episode.id, change, at, operator, true)
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
