import type { Tables } from '../store/kept-store'
import { plainOperator, type TeamChange } from './change'
import { showFilter } from './filters'

/** What the feed does to saved filters of this desk: of two writes to a field the later one by the server's clock stays. */
export class FilterFeed {
  /** Whether any filter is another one now. */
  changed = false

  constructor(
    private readonly tables: Tables,
    private readonly desk: string
  ) {}

  take({ subject, service, desk, operator, ...change }: TeamChange<'filter'>): void {
    const { sql, outbox } = this.tables
    const maker = desk === this.desk ? null : plainOperator(operator)
    const insert = `INSERT INTO team_item (id, kind, service, maker) VALUES (?, 'filter', ?, ?) ON CONFLICT DO NOTHING`
    sql.run(insert, subject, service, maker)
    // The service and the kind of an id are what its first row said.
    const known = `SELECT 1 FROM team_item WHERE id = ? AND kind = 'filter' AND service = ?`
    if (!sql.get(known, subject, service)) return
    this.changed = true
    const set = (columns: string, value: string | number) =>
      sql.run(`UPDATE team_item SET ${columns} WHERE id = ?`, value, subject)
    if (change.field === 'removed') {
      set('removed = ?', 1)
      if (!outbox.holds(subject, 'content')) this.remove(subject, service)
    } else {
      if (change.field === 'name') set('place = ?', change.value)
      else set('removed = 0, content = ?', JSON.stringify(change.value))
      showFilter(this.tables, subject)
    }
  }

  private remove(id: string, service: string): void {
    const shared = `SELECT workspace FROM team_place WHERE service = ? AND region = 'default'`
    this.tables.sql.run(`DELETE FROM saved_filter WHERE id = ? AND workspace IN (${shared})`, id, service)
  }
}
