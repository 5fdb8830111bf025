import { isForgotten } from '../../store/tables/mail/contacts'
import { OutageTable } from '../../store/tables/mail/outages'
import type { SharedKind } from '../feed'

/** What desks told customers of an outage. Claims are made in the database before a letter leaves (main/mail/outages.ts). */
export const outageKind: SharedKind<'outage'> = {
  name: `(value ->> '$.integration')`,
  apply(feed, change) {
    const table = new OutageTable(feed.tables.sql)
    const made = { at: change.at, by: change.isOwn ? null : change.signed }
    // Outages are read again with each connection.
    if (change.field === 'told' && isForgotten(feed.tables.sql, change.service, change.value.originId)) return
    if (change.field === 'ended') table.end(change.subject, change.value.state)
    else
      for (const place of feed.placesAt(change.service))
        if (change.field === 'step') table.addStep(place, { ...change.value, ...made })
        else table.addTold(place, { ...change.value, ...made, message: change.subject, state: null })
    for (const place of feed.placesAt(change.service)) feed.news.once('mail:outagesChanged', place)
  }
}
