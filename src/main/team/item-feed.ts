import { randomUUID } from 'node:crypto'
import { longestName } from '../../shared/passthrough/library'
import type { ItemPlace } from '../../shared/team/library-change'
import type { Tables } from '../store/kept-store'
import { shorten } from '../base/plain-text'
import type { SignedChange } from './change'
import type { TeamItems } from './item-limits'
import { type TeamItem } from './item-limits'
import { showPlace } from './items'

/**
 * What the feed does to folders and saved requests of this desk: of two writes the later one by the server's clock
 * stays. The content of a request is fetched afterwards (`library-exchange.ts`), as only main can seal it.
 */
export class ItemFeed {
  /** Whether anything of the library is another one now. */
  changed = false

  constructor(
    private readonly tables: Tables,
    private readonly items: TeamItems
  ) {}

  take(change: SignedChange<'folder' | 'request'>): void {
    const { sql, outbox } = this.tables
    const { id, kind, subject, isOwn, field } = change
    const item = this.items.note(
      change,
      field === 'removed'
        ? { removed: 1 }
        : field === 'content'
          ? { content: id, removed: 0 }
          : { place: JSON.stringify(change.value), ...(kind === 'folder' && { removed: 0 }) }
    )
    if (!item) return
    this.changed ||= item.isShown || item.wasShown
    if (field === 'removed') {
      if (!outbox.holds(subject, 'content')) this.remove(item)
      return
    }
    if (!item.isShown) return
    if (!outbox.holds(subject, 'place')) showPlace(sql, item)
    const overwritten = outbox.holds(subject, 'content') || outbox.holds(subject, 'removed')
    if (field === 'content' && !isOwn && overwritten) this.copy(item, change)
  }

  /** What somebody wrote while a change of this desk was on its way, which will overwrite it: no text is lost. */
  private copy({ service, place }: TeamItem, { id, signed }: SignedChange<'folder' | 'request'>): void {
    const { sql, outbox } = this.tables
    const { name, within } = place === null ? { name: '', within: null } : (JSON.parse(place) as ItemPlace)
    const ending = ` (${shorten(signed, longestName / 2)}’s copy)`
    const called = { name: name.slice(0, longestName - ending.length) + ending, within }
    const copy = randomUUID()
    const insert = `INSERT INTO team_item (id, kind, service, place, content) VALUES (?, 'request', ?, ?, ?)`
    sql.run(insert, copy, service, JSON.stringify(called), id)
    outbox.add({ service, kind: 'request', subject: copy, field: 'place', value: called })
    outbox.add({ service, kind: 'request', subject: copy, field: 'content', value: 'copy' })
  }

  /** A content that only this desk knows is not lost. */
  private remove({ id, kind, service }: TeamItem): void {
    const table = kind === 'folder' ? 'folder' : 'saved_request'
    const shared = `SELECT workspace FROM team_place WHERE service = ? AND region = 'default'`
    const unknown = kind === 'request' ? 'AND stays IS NULL' : ''
    this.tables.sql.run(`DELETE FROM ${table} WHERE id = ? AND workspace IN (${shared}) ${unknown}`, id, service)
  }
}
