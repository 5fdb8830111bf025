import type { StaysWhy } from '../../shared/passthrough/library'
import type { ItemPlace } from '../../shared/team/library-change'
import type { Tables } from '../store/kept-store'
import type { Statements } from '../store/statements'
import { TeamItems, type TeamItem } from './item-limits'

/** A saved request of which this desk has another content than the feed says, or none. */
export interface StaleRequest {
  id: string
  workspaceId: string
  place: string
  /** The change that has the content. */
  change: string
  /** What is here is known to no other desk: it is kept as a copy. */
  isOwn: boolean
}

const ofDefault = `team_place.region = 'default'`

/** Names and places an item in all workspaces of its service: a folder is made where it is missing. */
export function showPlace(sql: Statements, { id, kind, service, place }: TeamItem): void {
  if (place === null) return
  const { name, within } = JSON.parse(place) as ItemPlace
  const shared = `SELECT workspace FROM team_place WHERE service = ? AND ${ofDefault}`
  if (kind === 'request')
    sql.run(
      `UPDATE saved_request SET folder = ?, name = ? WHERE id = ? AND workspace IN (${shared})`,
      within,
      name,
      id,
      service
    )
  else sql.run(`INSERT OR REPLACE INTO folder SELECT workspace, ?, ?, ? FROM (${shared})`, id, within, name, service)
}

/**
 * Tells the team of folders and requests that were here before, and shows its folders in workspaces that are new.
 *
 * @returns whether any folder is shown that was not
 */
export function takeUpItems({ sql, outbox }: Tables, writes: boolean): boolean {
  new TeamItems(sql).showMore()
  if (!writes) keepForOneself(sql)
  const missing = sql.all<TeamItem>(`SELECT item.id, kind, item.service, place FROM team_item AS item
    JOIN team_place ON team_place.service = item.service AND ${ofDefault}
    LEFT JOIN folder ON folder.id = item.id AND folder.workspace = team_place.workspace
    WHERE kind = 'folder' AND removed = 0 AND over = 0 AND folder.id IS NULL AND NOT EXISTS
      (SELECT 1 FROM team_waiting WHERE subject = item.id AND field = 'removed')`)
  for (const item of missing) showPlace(sql, item)
  if (!writes) return missing.length > 0
  for (const [kind, table, within] of [
    ['folder', 'folder', 'parent'],
    ['request', 'saved_request', 'folder']
  ] as const) {
    const untold = sql.all<{ id: string; name: string; within: string | null; service: string; workspace: string }>(
      `SELECT one.id, name, ${within} AS within, service, workspace FROM ${table} AS one
        JOIN team_place USING (workspace) WHERE ${ofDefault}
          AND NOT EXISTS (SELECT 1 FROM team_item WHERE id = one.id)
          AND NOT EXISTS (SELECT 1 FROM team_waiting WHERE subject = one.id AND field = 'place')`
    )
    for (const { id, name, within, service, workspace } of untold) {
      outbox.add({ service, kind, subject: id, field: 'place', value: { name, within } })
      if (kind === 'folder') continue
      const change = outbox.add({ service, kind, subject: id, field: 'content', value: null })
      sql.run('UPDATE saved_request SET team_change = ? WHERE workspace = ? AND id = ?', change, workspace, id)
    }
  }
  return missing.length > 0
}

/** What a viewer saves is their own: it is not told, and what the team says beside it does not overwrite it. */
function keepForOneself(sql: Statements): void {
  const edited = `SELECT id FROM team_waiting WHERE kind = 'request' AND field = 'content'`
  sql.run(`UPDATE saved_request SET team_change = NULL WHERE team_change IN (${edited})`)
  refuseViewer(sql, ['folder', 'request'])
}

/** That a viewer deleted what the team has is refused, and listed as such; all else that waits is the viewer's own. */
export function refuseViewer(sql: Statements, kinds: readonly TeamItem['kind'][]): void {
  const ofKind = `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`
  sql.run(`UPDATE team_outbox SET refused = 'viewer' WHERE refused IS NULL AND ${ofKind} AND field = 'removed'
    AND subject IN (SELECT id FROM team_item WHERE removed = 0)`)
  sql.run(`DELETE FROM team_outbox WHERE refused IS NULL AND ${ofKind}`)
}

/** What of the team's requests is to be fetched. One that has a later content of this desk on its way is not. */
export function staleRequests({ sql }: Tables, limit: number): StaleRequest[] {
  return sql
    .all<Omit<StaleRequest, 'isOwn'> & { isOwn: number }>(
      `SELECT item.id, team_place.workspace AS workspaceId, place, content AS change,
          saved.id IS NOT NULL AND (saved.team_change IS NULL OR saved.stays IS NOT NULL) AS isOwn FROM team_item AS item
        JOIN team_place ON team_place.service = item.service AND ${ofDefault}
        LEFT JOIN saved_request AS saved ON saved.id = item.id AND saved.workspace = team_place.workspace
        WHERE kind = 'request' AND removed = 0 AND over = 0 AND place IS NOT NULL AND content IS NOT NULL
          AND saved.team_change IS NOT content AND NOT EXISTS (SELECT 1 FROM team_waiting
            WHERE subject = item.id AND (field = 'removed' OR (field = 'content' AND value = 'null')))
        LIMIT ?`,
      limit
    )
    .map((one) => ({ ...one, isOwn: one.isOwn === 1 }))
}

/**
 * The content of a request cannot leave: it does not wait any more, and the request says why until its content is another.
 * It is as new as what the team says by now: another content makes a copy of it.
 */
export function keepBack({ sql, outbox }: Tables, id: string, why: StaysWhy): void {
  const change = outbox.find(id)
  if (!change) return
  const { service, subject } = change
  outbox.refuse(id, why)
  const shared = `SELECT workspace FROM team_place WHERE service = ? AND ${ofDefault}`
  const known = 'SELECT content FROM team_item WHERE team_item.id = saved_request.id'
  const set = `UPDATE saved_request SET stays = ?, team_change = (${known}) WHERE id = ? AND workspace IN (${shared})`
  sql.run(set, why, subject, service)
}

/** A change that the team's database does not take: its item counts as told, so that it is not tried for ever, and it is listed. */
export function dropUnfit(tables: Tables, id: string): void {
  const { sql, outbox } = tables
  const change = outbox.find(id)
  if (!change) return
  const { kind, subject, service, field } = change
  if (kind === 'folder' || kind === 'request' || kind === 'filter') {
    const insert = 'INSERT INTO team_item (id, kind, service) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
    sql.run(insert, subject, kind, service)
  }
  if (kind === 'request' && field === 'content') keepBack(tables, id, 'token')
  else outbox.refuse(id, 'unfit')
}
