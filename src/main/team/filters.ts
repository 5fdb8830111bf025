import { randomUUID } from 'node:crypto'
import { filterLimits } from '../../shared/connectors/saved-filter'
import type { Tables } from '../store/kept-store'
import type { Statements } from '../store/statements'
import { refuseViewer } from './items'

const ofDefault = `team_place.region = 'default'`

/**
 * Shows a filter of the team in all workspaces of its service, as far as there is room. What was changed here and waits
 * for the team stays.
 */
export function showFilter({ sql, outbox }: Tables, id: string): void {
  if (outbox.holds(id, 'removed')) return
  sql.run(
    `INSERT INTO saved_filter (workspace, id, name, content, maker)
      SELECT team_place.workspace, item.id, place, item.content, item.maker FROM team_item AS item
        JOIN team_place ON team_place.service = item.service AND ${ofDefault}
        LEFT JOIN saved_filter AS here ON here.workspace = team_place.workspace AND here.id = item.id
        WHERE item.id = ? AND removed = 0 AND over = 0 AND place IS NOT NULL AND item.content IS NOT NULL AND (here.id IS NOT NULL OR
          (SELECT count(*) FROM saved_filter AS one WHERE one.workspace = team_place.workspace AND maker IS NOT NULL) < ?)
      ON CONFLICT (workspace, id) DO UPDATE SET
        name = iif(?, name, excluded.name), content = iif(?, content, excluded.content)`,
    id,
    filterLimits.colleagues,
    Number(outbox.holds(id, 'name')),
    Number(outbox.holds(id, 'content'))
  )
}

/**
 * Tells the team of filters that were here before, and shows its own where they are missing. One that the team has under
 * another id, with the same name and content, is the team's.
 *
 * @returns whether any is another one now
 */
export function takeUpFilters(tables: Tables, writes: boolean): boolean {
  const { sql, outbox } = tables
  let changed = !writes && keepForOneself(sql)
  const untold = sql.all<{ workspace: string; id: string; name: string; content: string; service: string }>(
    `SELECT workspace, one.id, name, content, service FROM saved_filter AS one JOIN team_place USING (workspace)
      WHERE ${ofDefault} AND NOT EXISTS (SELECT 1 FROM team_item WHERE id = one.id)
        AND NOT EXISTS (SELECT 1 FROM team_waiting WHERE subject = one.id AND field = 'content')`
  )
  for (const { workspace, id, name, content, service } of untold) {
    const twin = sql.get<{ id: string }>(
      `SELECT id FROM team_item WHERE kind = 'filter' AND service = ? AND place = ? AND content = ? AND removed = 0`,
      service,
      name,
      content
    )
    if (twin) {
      outbox.forget(id)
      sql.run('DELETE FROM saved_filter WHERE workspace = ? AND id = ?', workspace, twin.id)
      sql.run('UPDATE saved_filter SET id = ? WHERE workspace = ? AND id = ?', twin.id, workspace, id)
      changed = true
    } else if (writes) {
      outbox.add({ service, kind: 'filter', subject: id, field: 'name', value: name })
      outbox.add({ service, kind: 'filter', subject: id, field: 'content', value: JSON.parse(content) as unknown })
    }
  }
  return showMissing(tables) || changed
}

/**
 * What a viewer saves is their own and is not told. What they changed in a filter of the team before they lost the right
 * to write becomes a filter of its own: the team's is shown again beside it.
 *
 * @returns whether any became one
 */
function keepForOneself(sql: Statements): boolean {
  const edited = sql.all<{ id: string }>(
    `SELECT DISTINCT subject AS id FROM team_waiting
      WHERE kind = 'filter' AND field <> 'removed' AND EXISTS (SELECT 1 FROM team_item WHERE team_item.id = subject)`
  )
  for (const { id } of edited) sql.run('UPDATE saved_filter SET id = ?, maker = NULL WHERE id = ?', randomUUID(), id)
  refuseViewer(sql, ['filter'])
  return edited.length > 0
}

/** In workspaces that are new, and where there is room again. */
function showMissing(tables: Tables): boolean {
  const missing = tables.sql.all<{ id: string }>(
    `SELECT DISTINCT item.id FROM team_item AS item JOIN team_place ON team_place.service = item.service AND ${ofDefault}
      WHERE kind = 'filter' AND removed = 0 AND over = 0 AND place IS NOT NULL AND content IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM saved_filter AS one WHERE one.id = item.id AND one.workspace = team_place.workspace)
        AND NOT EXISTS (SELECT 1 FROM team_waiting WHERE subject = item.id AND field = 'removed')
        AND (SELECT count(*) FROM saved_filter AS one
          WHERE one.workspace = team_place.workspace AND maker IS NOT NULL) < ${filterLimits.colleagues}
      LIMIT ${filterLimits.colleagues}`
  )
  for (const { id } of missing) showFilter(tables, id)
  return missing.length > 0
}

/** Filters that stay on a desk that leaves are others than the team's: what is changed in them then is not lost later. */
export function keepFilters({ sql }: Pick<Tables, 'sql'>): void {
  for (const { id } of sql.all<{ id: string }>('SELECT DISTINCT id FROM saved_filter'))
    sql.run('UPDATE saved_filter SET id = ? WHERE id = ?', randomUUID(), id)
}
