import type { Place } from '../../shared/workspaces/place'
import type { Tables } from '../store/kept-store'
import { ChangeLogTable } from '../store/tables/mappings/change-log-table'
import type { SignedChange } from './change'

/** What other desks did to fields and mappings goes into the change log of this one, in the order in which it comes. */
export class ChangeLogFeed {
  changed = false

  constructor(private readonly tables: Tables) {}

  take({ isOwn, service, subject, at, account, signed, value }: SignedChange<'ledger'>): void {
    if (isOwn) return
    const { sql } = this.tables
    const select = 'SELECT workspace AS workspaceId, region FROM team_place WHERE service = ?'
    for (const place of sql.all<Place>(select, service)) {
      // A clock that is ahead would put an act into the future.
      const done = Math.min(value.at, at)
      const entry = JSON.stringify(value.entry)
      new ChangeLogTable(sql).receive(place, { team: subject, at: done, entry, account, operator: signed })
      this.changed = true
    }
  }
}
