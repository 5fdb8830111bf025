import { filterLimits } from '../../../shared/connectors/saved-filter'
import { itemKind, keptBeside, ofDefault, withNewIds } from './items'

/** SQL: room for another filter of colleagues, of the same list. */
const hasRoom = `(SELECT count(*) FROM saved_filter AS one WHERE one.workspace = team_place.workspace
  AND maker IS NOT NULL AND one.content ->> 'place' IS item.content ->> 'place') < ${filterLimits.colleagues}`

/** Name and content change separately. */
export const filterKind = itemKind({
  kind: 'filter',
  table: 'saved_filter',
  event: 'team:filtersChanged',
  hasMaker: true,
  teamName: 'place',
  columns: (change) =>
    change.field === 'name' ? { place: change.value } : { removed: 0, content: JSON.stringify(change.value) },

  show({ sql, outbox }, { id }) {
    if (outbox.holds(id, 'removed')) return
    sql.run(
      `INSERT INTO saved_filter (workspace, id, name, content, maker)
        SELECT team_place.workspace, item.id, place, item.content, item.maker FROM team_item AS item
          JOIN team_place ON team_place.service = item.service AND ${ofDefault}
          LEFT JOIN saved_filter AS here ON here.workspace = team_place.workspace AND here.id = item.id
          WHERE item.id = ? AND place IS NOT NULL AND item.content IS NOT NULL AND (here.id IS NOT NULL OR ${hasRoom})
        ON CONFLICT (workspace, id) DO UPDATE SET
          name = iif(?, name, excluded.name), content = iif(?, content, excluded.content)`,
      id,
      Number(outbox.holds(id, 'name')),
      Number(outbox.holds(id, 'content'))
    )
  },

  missing: `item.content IS NOT NULL AND ${hasRoom}`,
  untold: { columns: 'content', field: 'content' },
  tell({ outbox }, { service, id, name, content }) {
    outbox.add({ service, kind: 'filter', subject: id, field: 'name', value: name })
    outbox.add({ service, kind: 'filter', subject: id, field: 'content', value: JSON.parse(content) as unknown })
  },
  // Desks that join with the same filter share one.
  isTwin({ sql, outbox }, { workspace, service, id, name, content }) {
    const select = `SELECT id FROM team_item WHERE kind = 'filter' AND service = ? AND place = ? AND content = ? AND removed = 0`
    const twin = sql.get<{ id: string }>(select, service, name, content)
    if (!twin) return false
    outbox.forget(id)
    sql.run('DELETE FROM saved_filter WHERE workspace = ? AND id = ?', workspace, twin.id)
    sql.run('UPDATE saved_filter SET id = ? WHERE workspace = ? AND id = ?', twin.id, workspace, id)
    return true
  },

  keepForOneself: (sql) => keptBeside(sql, 'filter', 'saved_filter'),
  leave: ({ sql }) => withNewIds(sql, 'saved_filter')
})
