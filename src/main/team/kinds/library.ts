import { randomUUID } from 'node:crypto'
import { longestName } from '../../../shared/passthrough/library'
import type { ItemPlace } from '../../../shared/team/library-change'
import { shorten } from '../../base/plain-text'
import type { Tables } from '../../store/kept-store'
import type { Statements } from '../../store/statements'
import type { SignedChange } from '../change'
import type { SharedKind } from '../feed'
import { shelfId } from '../../store/tables/team/outbox'
import { itemKind, ofDefault, sharing, type TeamItem } from './items'

const placeOf = ({ place }: TeamItem) => JSON.parse(place ?? '{"name":"","within":null}') as ItemPlace

export const folderKind = itemKind({
  kind: 'folder',
  table: 'folder',
  event: 'team:libraryChanged',
  teamName: `place ->> '$.name'`,
  columns: ({ value }) => ({ place: JSON.stringify(value), removed: 0 }),

  show({ sql, outbox }, item) {
    if (item.place === null || outbox.holds(item.id, 'place')) return
    const { name, within } = placeOf(item)
    const insert = `INSERT OR REPLACE INTO folder SELECT workspace, ?, ?, ? FROM (${sharing})`
    sql.run(insert, item.id, within, name, item.service)
  },

  missing: 'true',
  untold: { columns: 'parent AS within', field: 'place' },
  tell: ({ outbox }, { service, id, name, within }) =>
    void outbox.add({ service, kind: 'folder', subject: id, field: 'place', value: { name, within } })
})

/** `library-contents.ts` fetches the content later, because only main can encrypt it. */
export const requestKind = itemKind({
  kind: 'request',
  table: 'saved_request',
  event: 'team:libraryChanged',
  teamName: `place ->> '$.name'`,
  columns: (change) =>
    change.field === 'place' ? { place: JSON.stringify(change.value) } : { content: change.id, removed: 0 },
  // Keeps content that only this desk has.
  stays: 'stays IS NOT NULL',

  show(tables, item, change) {
    const { sql, outbox } = tables
    if (item.place !== null && !outbox.holds(item.id, 'place')) {
      const { name, within } = placeOf(item)
      const update = `UPDATE saved_request SET folder = ?, name = ? WHERE id = ? AND workspace IN (${sharing})`
      sql.run(update, within, name, item.id, item.service)
    }
    const isOverwritten = outbox.holds(item.id, 'content') || outbox.holds(item.id, 'removed')
    if (change?.field === 'content' && !change.isOwn && isOverwritten) copy(tables, item, change)
  },

  untold: { columns: 'folder AS within', field: 'place' },
  tell({ sql, outbox }, { workspace, service, id, name, within }) {
    outbox.add({ service, kind: 'request', subject: id, field: 'place', value: { name, within } })
    const change = outbox.add({ service, kind: 'request', subject: id, field: 'content', value: null })
    sql.run('UPDATE saved_request SET team_change = ? WHERE workspace = ? AND id = ?', change, workspace, id)
  },

  // The team's content must not overwrite the operator's.
  keepForOneself(sql) {
    const edited = `SELECT id FROM team_waiting WHERE kind = 'request' AND field = 'content'`
    sql.run(`UPDATE saved_request SET team_change = NULL WHERE team_change IN (${edited})`)
    return false
  },

  refused: staysIn('saved_request')
})

/** The item shows the reason until its content changes; newer content from the team makes a copy of a request. */
export function staysIn(table: string): SharedKind['refused'] {
  return ({ sql }, { subject, service, field }, why) => {
    if (field !== 'content') return null
    const stays = why === 'unfit' ? 'token' : why
    const known = `SELECT content FROM team_item WHERE team_item.id = ${table}.id`
    const set = `UPDATE ${table} SET stays = ?, team_change = (${known}) WHERE id = ? AND workspace IN (${sharing})`
    sql.run(set, stays, subject, service)
    return stays
  }
}

const shelfItem = itemKind({
  kind: 'shelf',
  table: 'shelf_file',
  event: 'team:libraryChanged',
  teamName: 'place',
  columns: (change) =>
    change.field === 'content' ? { place: change.value.integration, content: change.id, removed: 0 } : {},
  show: () => undefined,
  untold: { columns: 'newer', field: 'content' },
  tell({ sql, outbox }, { workspace, service, id }) {
    const change = outbox.add({ service, kind: 'shelf', subject: id, field: 'content', value: null })
    sql.run('UPDATE shelf_file SET team_change = ? WHERE workspace = ? AND id = ?', change, workspace, id)
  },
  refused: staysIn('shelf_file')
})

/** Files of APIs: `library-contents.ts` fetches the parts of one later, by the id of its content. */
export const shelfKind: SharedKind<'shelf'> = {
  ...shelfItem,
  apply(feed, change) {
    if (change.field === 'part') return
    // Two ids of one integration would replace each other without end.
    if (change.field === 'content' && change.subject !== shelfId(change.service, change.value.integration)) return
    shelfItem.apply(feed, change)
  },
  takeUp(desk) {
    withIdsOfService(desk.tables.sql, '(SELECT * FROM shelf_file WHERE newer = 0)', 'shelf_file', shelfId)
    shelfItem.takeUp?.(desk)
  },
  // A workspace may get another address before it joins again.
  leave: ({ sql }) => void sql.run('UPDATE shelf_file SET id = NULL, team_change = NULL, stays = NULL')
}

/** A workspace may have got another address: things that are named, and not made, have the ids of its service. */
export function withIdsOfService(
  sql: Statements,
  rows: string,
  table: string,
  idOf: (service: string, name: string) => string
): void {
  const select = `SELECT workspace, service, one.name, one.id FROM ${rows} AS one JOIN team_place USING (workspace)
    WHERE ${ofDefault}`
  const named = sql.all<{ workspace: string; service: string; name: string; id: string | null }>(select)
  for (const { workspace, service, name, id } of named) {
    const known = idOf(service, name)
    const set = `UPDATE ${table} SET id = ?, team_change = NULL WHERE workspace = ? AND name = ?`
    if (id !== known) sql.run(set, known, workspace, name)
  }
}

/** Saves a colleague's content before an unsent change overwrites it. */
function copy({ sql, outbox }: Tables, item: TeamItem, { id: change, signed }: SignedChange<'request'>): void {
  const { service } = item
  const { name, within } = placeOf(item)
  const ending = ` (${shorten(signed, longestName / 2)}’s copy)`
  const called = { name: name.slice(0, longestName - ending.length) + ending, within }
  const subject = randomUUID()
  const insert = `INSERT INTO team_item (id, kind, service, place, content) VALUES (?, 'request', ?, ?, ?)`
  sql.run(insert, subject, service, JSON.stringify(called), change)
  outbox.add({ service, kind: 'request', subject, field: 'place', value: called })
  outbox.add({ service, kind: 'request', subject, field: 'content', value: 'copy' })
}

/** Kinds of which only main can read the content. */
export type ContentKind = 'request' | 'shelf' | 'contact'

/** Its content here is missing or differs from the feed. */
export interface StaleItem {
  id: string
  workspaceId: string
  place: string
  change: string
  /** Only this desk has this content: it stays as a copy. */
  isOwn: boolean
}

/** Except those with newer unsent content. */
export function staleItems({ sql }: Tables, kind: ContentKind, limit: number): StaleItem[] {
  const here = { request: 'saved_request', shelf: '(SELECT * FROM shelf_file WHERE newer = 0)', contact: 'contact' }[
    kind
  ]
  return sql
    .all<Omit<StaleItem, 'isOwn'> & { isOwn: number }>(
      `SELECT item.id, team_place.workspace AS workspaceId, place, item.content AS change,
          saved.id IS NOT NULL AND (saved.team_change IS NULL OR saved.stays IS NOT NULL) AS isOwn FROM team_item AS item
        JOIN team_place ON team_place.service = item.service AND ${ofDefault}
        LEFT JOIN ${here} AS saved ON saved.id = item.id AND saved.workspace = team_place.workspace
        WHERE kind = ? AND removed = 0 AND over = 0 AND place IS NOT NULL AND item.content IS NOT NULL
          AND saved.team_change IS NOT item.content AND NOT EXISTS (SELECT 1 FROM team_waiting
            WHERE subject = item.id AND (field = 'removed' OR (field = 'content' AND value = 'null')))
        LIMIT ?`,
      kind,
      limit
    )
    .map((one) => ({ ...one, isOwn: one.isOwn === 1 }))
}
