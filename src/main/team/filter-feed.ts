import type { Tables } from '../store/kept-store'
import type { SignedChange } from './change'
import { showFilter } from './filters'
import type { TeamItems } from './item-limits'

/** What the feed does to saved filters of this desk: of two writes to a field the later one by the server's clock stays. */
export class FilterFeed {
  /** Whether any filter is another one now. */
  changed = false

  constructor(
    private readonly tables: Tables,
    private readonly items: TeamItems
  ) {}

  take(change: SignedChange<'filter'>): void {
    const { subject, service, isOwn, signed } = change
    const item = this.items.note(
      change,
      change.field === 'removed'
        ? { removed: 1 }
        : change.field === 'name'
          ? { place: change.value }
          : { removed: 0, content: JSON.stringify(change.value) },
      isOwn ? null : signed
    )
    if (!item) return
    this.changed ||= item.isShown || item.wasShown
    if (change.field !== 'removed') showFilter(this.tables, subject)
    else if (!this.tables.outbox.holds(subject, 'content')) this.remove(subject, service)
  }

  private remove(id: string, service: string): void {
    const shared = `SELECT workspace FROM team_place WHERE service = ? AND region = 'default'`
    this.tables.sql.run(`DELETE FROM saved_filter WHERE id = ? AND workspace IN (${shared})`, id, service)
  }
}
