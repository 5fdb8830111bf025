import { ChangeLogTable } from '../../store/tables/mappings/change-log-table'
import { placesAt, type SharedKind } from '../kind'

/** What other desks did to fields and mappings goes into the change log of this one, in the order in which it comes. */
export const changeLogKind: SharedKind<'ledger'> = {
  name: `value ->> '$.entry.field.name'`,

  apply({ tables, news }, { isOwn, service, subject, at, account, signed, value }) {
    if (isOwn) return
    for (const place of placesAt(tables, service)) {
      // A clock that is ahead would put an act into the future.
      const done = Math.min(value.at, at)
      const entry = JSON.stringify(value.entry)
      new ChangeLogTable(tables.sql).receive(place, { team: subject, at: done, entry, account, operator: signed })
      news.once('team:changeLogChanged', undefined)
    }
  }
}
