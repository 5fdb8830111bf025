import { randomUUID } from 'node:crypto'
import { runbookLimits, type RunbookContent } from '../../../shared/issues/runbook'
import { shorten } from '../../base/plain-text'
import type { Tables } from '../../store/kept-store'
import type { SignedChange } from '../change'
import { itemKind, keptBeside, ofDefault, sharing, withNewIds } from './items'

/** `team_item.content` is the content with its time, by the server's clock. */
export const runbookKind = itemKind({
  kind: 'runbook',
  table: 'runbook',
  event: 'team:runbooksChanged',
  teamName: 'place',
  columns: ({ value, at, isOwn, signed }) => ({
    ...{ place: value.title, content: JSON.stringify({ at, of: value }), maker: isOwn ? null : signed, removed: 0 }
  }),

  show(tables, { id, service }, change) {
    const { sql, outbox } = tables
    if (outbox.holds(id, 'content') || outbox.holds(id, 'removed')) {
      if (change && !change.isOwn) copy(tables, service, change)
      return
    }
    // A change that comes back to its desk keeps the time it has there, which an open editor goes by.
    sql.run(
      `INSERT INTO runbook (workspace, id, name, content, at, maker)
        SELECT team_place.workspace, item.id, place, item.content -> '$.of', item.content ->> '$.at', item.maker
          FROM team_item AS item JOIN team_place ON team_place.service = item.service AND ${ofDefault} WHERE item.id = ?
        ON CONFLICT (workspace, id) DO UPDATE SET name = excluded.name, content = excluded.content,
          maker = excluded.maker, at = iif(content = excluded.content AND maker IS excluded.maker, at, excluded.at)`,
      id
    )
  },

  missing: 'content IS NOT NULL',
  untold: { columns: 'content', field: 'content' },
  tell: ({ outbox }, { service, id, content }) =>
    void outbox.add({ service, kind: 'runbook', subject: id, field: 'content', value: JSON.parse(content) as unknown }),

  // Desks that join with the same runbook share one.
  isTwin({ sql, outbox }, { workspace, service, id, content }) {
    const select = `SELECT id FROM team_item
      WHERE kind = 'runbook' AND service = ? AND content -> '$.of' = json(?) AND removed = 0`
    const twin = sql.get<{ id: string }>(select, service, content)
    if (!twin) return false
    outbox.forget(id)
    sql.run('DELETE FROM runbook WHERE workspace = ? AND id = ?', workspace, twin.id)
    sql.run('UPDATE runbook SET id = ? WHERE workspace = ? AND id = ?', twin.id, workspace, id)
    return true
  },

  keepForOneself: (sql) => keptBeside(sql, 'runbook', 'runbook'),
  leave: ({ sql }) => withNewIds(sql, 'runbook')
})

/** A colleague's runbook stays beside the unsent one that replaces it. The team gets it as any other. */
function copy({ sql }: Tables, service: string, { signed, at, value }: SignedChange<'runbook'> & { field: 'content' }) {
  const ending = ` (${shorten(signed, runbookLimits.title / 2)}’s copy)`
  const title = value.title.slice(0, runbookLimits.title - ending.length) + ending
  const content: RunbookContent = { ...value, title }
  sql.run(
    `INSERT INTO runbook (workspace, id, name, content, at, maker) SELECT workspace, ?, ?, ?, ?, ? FROM (${sharing})`,
    ...[randomUUID(), title, JSON.stringify(content), at, signed, service]
  )
}
