import type { SharedKind } from '../feed'
import { AlertTable, pruneMessages } from '../../store/tables/team/alerts'
import { itemKind, keptBeside, ofDefault, withNewIds } from './items'

/** `team_item.content` is the content with its time, by the server's clock. No address is in it. */
export const alertKind = itemKind({
  kind: 'alert',
  table: 'alert_rule',
  event: 'alerts:changed',
  teamName: 'place',
  columns: ({ value, at, isOwn, signed }) => ({
    ...{ place: value.name, content: JSON.stringify({ at, of: value }), maker: isOwn ? null : signed, removed: 0 }
  }),

  show({ sql, outbox }, { id }) {
    if (outbox.holds(id, 'content') || outbox.holds(id, 'removed')) return
    sql.run(
      `INSERT INTO alert_rule (workspace, id, name, content, at, maker)
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
    void outbox.add({ service, kind: 'alert', subject: id, field: 'content', value: JSON.parse(content) as unknown }),
  keepForOneself: (sql) => keptBeside(sql, 'alert', 'alert_rule'),
  leave: ({ sql }) => withNewIds(sql, 'alert_rule')
})

/** What desks claimed and sent: each knows it of all, whether or not it sends. */
export const messageKind: SharedKind<'message'> = {
  name: `(SELECT title FROM alert_claim WHERE message = subject LIMIT 1)`,
  apply(feed, change) {
    const table = new AlertTable(feed.tables.sql)
    if (change.field === 'ended') table.end(change.subject, change.value)
    else
      for (const place of feed.placesAt(change.service))
        table.claim(place, change.id, {
          ...{ message: change.subject, of: change.value, at: change.at, by: change.isOwn ? null : change.signed }
        })
    feed.news.once('alerts:changed', undefined)
  },
  /** Of rules that a colleague deleted. */
  takeUp: ({ tables }) => pruneMessages(tables.sql)
}
