import { randomUUID } from 'node:crypto'
import { longestName } from '../../shared/model/library'
import type { ItemPlace } from '../../shared/team/library-change'
import type { Tables } from '../store/kept-store'
import { plainOperator, type TeamChange } from './change'
import { showPlace, type TeamItem } from './items'

/**
 * What the feed does to folders and saved requests of this desk: of two writes the later one by the server's clock
 * stays. The content of a request is fetched afterwards (`library-exchange.ts`), as only main can seal it.
 */
export class ItemFeed {
  /** Whether anything of the library is another one now. */
  changed = false

  constructor(
    private readonly tables: Tables,
    private readonly desk: string
  ) {}

  take(change: TeamChange<'folder' | 'request'>): void {
    const { sql, outbox } = this.tables
    const { id, kind, subject, service, desk } = change
    sql.run('INSERT INTO team_item (id, kind, service) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', subject, kind, service)
    const item = this.itemOf(subject)
    // The service and the kind of an id are what its first row said.
    if (!item || item.service !== service || item.kind !== kind) return
    this.changed = true
    const set = (column: string, value: string | number) =>
      sql.run(`UPDATE team_item SET ${column} = ? WHERE id = ?`, value, subject)
    if (change.field === 'place') {
      set('place', JSON.stringify(change.value))
      if (kind === 'folder') set('removed', 0)
      if (!outbox.holds(subject, 'place')) showPlace(sql, { ...item, place: JSON.stringify(change.value) })
    } else if (change.field === 'content') {
      set('content', id)
      set('removed', 0)
      const overwritten = outbox.holds(subject, 'content') || outbox.holds(subject, 'removed')
      if (desk !== this.desk && overwritten) this.copy(item, change)
    } else {
      set('removed', 1)
      if (!outbox.holds(subject, 'content')) this.remove(item)
    }
  }

  /** What somebody wrote while a change of this desk was on its way, which will overwrite it: no text is lost. */
  private copy({ service, place }: TeamItem, { id, operator }: TeamChange<'folder' | 'request'>): void {
    const { sql, outbox } = this.tables
    const { name, within } = place === null ? { name: '', within: null } : (JSON.parse(place) as ItemPlace)
    const ending = ` (${plainOperator(operator)}’s copy)`
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

  private itemOf(id: string): TeamItem | undefined {
    return this.tables.sql.get<TeamItem>('SELECT id, kind, service, place FROM team_item WHERE id = ?', id)
  }
}
