import type { Place } from '../../shared/model/place'
import type { Tables } from '../store/kept-store'
import { LedgerTable } from '../store/tables/mappings/ledger-table'
import type { TeamChange } from './change'

/** What other desks did to fields and mappings goes into the change log of this one, in the order in which it comes. */
export class LedgerFeed {
  changed = false

  constructor(
    private readonly tables: Tables,
    private readonly desk: string
  ) {}

  take({ desk, service, subject, at, operator, value }: TeamChange<'ledger'>): void {
    if (desk === this.desk) return
    const { sql } = this.tables
    const select = 'SELECT workspace AS workspaceId, region FROM team_place WHERE service = ?'
    for (const place of sql.all<Place>(select, service)) {
      // A clock that is ahead would put an act into the future.
      const done = Math.min(value.at, at)
      new LedgerTable(sql).receive(place, subject, done, JSON.stringify(value.entry), operator)
      this.changed = true
    }
  }
}
