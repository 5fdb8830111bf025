import { contactsId } from '../../store/tables/team/outbox'
import { forgetCustomer } from '../../store/tables/mail/contacts'
import type { SharedKind } from '../feed'
import { itemKind, ofDefault } from './items'
import { staysIn, withIdsOfService } from './library'

const contactItem = itemKind({
  kind: 'contact',
  table: 'contact',
  event: 'team:contactsChanged',
  teamName: 'place',
  columns: (change) =>
    change.field === 'content' ? { place: change.value.originId, content: change.id, removed: 0 } : {},
  show: () => undefined,
  untold: { columns: 'NULL AS within', field: 'content' },
  tell({ sql, outbox }, { workspace, service, id }) {
    const change = outbox.add({ service, kind: 'contact', subject: id, field: 'content', value: null })
    sql.run('UPDATE contact SET team_change = ? WHERE workspace = ? AND id = ?', change, workspace, id)
  },
  refused: staysIn('contact')
})

/** Contacts of a customer: `library-contents.ts` fetches them later, because only main can encrypt them. */
export const contactKind: SharedKind<'contact'> = {
  ...contactItem,
  apply(feed, change) {
    // Another id of the same customer would replace the first without end.
    if (change.subject !== contactsId(change.service, change.value.originId)) return
    if (change.field === 'removed' && !change.isOwn) {
      const { sql } = feed.tables
      const places = `SELECT workspace AS id FROM team_place WHERE service = ? AND ${ofDefault}`
      for (const { id } of sql.all<{ id: string }>(places, change.service))
        forgetCustomer(sql, id, change.value.originId, false)
      feed.news.once('team:contactsChanged', undefined)
      for (const place of feed.placesAt(change.service)) feed.news.once('team:issuesChanged', place)
    }
    contactItem.apply(feed, change)
  },
  takeUp(desk) {
    withIdsOfService(desk.tables.sql, 'contact', 'contact', contactsId)
    contactItem.takeUp?.(desk)
  },
  // A workspace may get another address before it joins again.
  leave: ({ sql }) => void sql.run('UPDATE contact SET id = NULL, team_change = NULL, stays = NULL')
}
