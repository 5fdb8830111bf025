import { ChangeLogTable } from '../../store/tables/mappings/mappings'
import type { SharedKind } from '../feed'

export const changeLogKind: SharedKind<'ledger'> = {
  name: `value ->> '$.entry.field.name'`,

  apply(feed, { isOwn, service, subject, at, account, signed, value }) {
    if (isOwn) return
    for (const place of feed.placesAt(service)) {
      // Guards against a clock that is ahead.
      const done = Math.min(value.at, at)
      const entry = JSON.stringify(value.entry)
      new ChangeLogTable(feed.tables.sql).receive(place, { team: subject, at: done, entry, account, operator: signed })
      feed.news.once('team:changeLogChanged', undefined)
    }
  }
}
