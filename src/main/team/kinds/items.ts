import { randomUUID } from 'node:crypto'
import { mostShared } from '../../../shared/team/library-change'
import type { Tables } from '../../store/kept-store'
import type { Statements } from '../../store/statements'
import type { SignedChange } from '../change'
import type { Feed, PlainEvent, SharedKind } from '../feed'

/** Kinds of things that operators make, name and remove. */
export type ItemName = keyof typeof mostShared

/** `place`: location and name; null until the feed has them. */
export interface TeamItem {
  id: string
  kind: ItemName
  service: string
  place: string | null
}

interface Known extends TeamItem {
  removed: number
  over: number
}

export interface UntoldItem {
  workspace: string
  service: string
  id: string
  name: string
  within: string | null
  content: string
}

/** A workspace's default region identifies its items. */
export const ofDefault = `team_place.region = 'default'`
export const sharing = `SELECT workspace FROM team_place WHERE service = ? AND ${ofDefault}`

type Kept<K extends ItemName> = Exclude<SignedChange<K>, { field: 'removed' }>

/** Rules of one kind of items. The later of two writes by the server's clock wins. */
export interface ItemKind<K extends ItemName> {
  kind: K
  /** Has the columns workspace, id and name. */
  table: string
  event: PlainEvent
  /** SQL over team_item. */
  teamName: string
  /** Columns of team_item to set. The field that completes an item also sets `removed` to 0. */
  columns(change: Kept<K>): Record<string, string | number | null>
  /** team_item keeps the author. */
  hasMaker?: boolean
  /**
   * Shows an item in all workspaces of its service, except fields with an unsent change.
   *
   * @param change null if a workspace is new or has room again
   */
  show(tables: Tables, item: TeamItem, change: Kept<K> | null): void
  /** SQL: items to keep after the team removes them. */
  stays?: string
  /** SQL: extra columns, and the outbox field that already shares the item. */
  untold: { columns: string; field: string }
  tell(tables: Tables, item: UntoldItem): void
  /** @returns true if the team has the item under another id */
  isTwin?(tables: Tables, item: UntoldItem): boolean
  /** SQL over team_item and team_place: an absent item can appear. By default none can. */
  missing?: string
  /**
   * Turns a viewer's edits into own items.
   *
   * @returns true if any item changed
   */
  keepForOneself?(sql: Statements): boolean
  refused?: SharedKind['refused']
  leave?: SharedKind['leave']
}

/** Each desk shows at most `mostShared` items of a service, and counts the rest. */
export function itemKind<K extends ItemName>(of: ItemKind<K>): SharedKind<K> {
  const { kind, table, event } = of
  return {
    name: `coalesce((SELECT name FROM ${table} WHERE id = subject), (SELECT ${of.teamName} FROM team_item WHERE id = subject))`,

    apply(feed, change) {
      const { tables } = feed
      const isRemoved = change.field === 'removed'
      const columns = isRemoved ? { removed: 1 } : of.columns(change as Kept<K>)
      const item = note(feed, kind, change, columns, of.hasMaker && !change.isOwn ? change.signed : null)
      if (!item) return
      if (item.isShown || item.wasShown) feed.news.once(event, undefined)
      if (!isRemoved) {
        if (!item.isShown) return
        of.show(tables, item, change as Kept<K>)
      } else if (!tables.outbox.holds(item.id, 'content')) {
        const stays = of.stays ? `AND NOT (${of.stays})` : ''
        tables.sql.run(
          `DELETE FROM ${table} WHERE id = ? AND workspace IN (${sharing}) ${stays}`,
          item.id,
          item.service
        )
      }
    },

    takeUp({ tables, news, writes }) {
      const { sql } = tables
      showMore(sql, kind)
      let changed = false
      if (!writes) {
        changed = of.keepForOneself?.(sql) ?? false
        refuseViewer(sql, kind)
      }
      const untold = sql.all<UntoldItem>(
        `SELECT workspace, one.id, name, ${of.untold.columns}, service FROM ${table} AS one JOIN team_place USING (workspace)
          WHERE ${ofDefault} AND NOT EXISTS (SELECT 1 FROM team_item WHERE id = one.id)
            AND NOT EXISTS (SELECT 1 FROM team_waiting WHERE subject = one.id AND field = ?)`,
        of.untold.field
      )
      for (const item of untold) {
        if (of.isTwin?.(tables, item)) changed = true
        else if (writes) of.tell(tables, item)
      }
      // In new workspaces, or where there is room again.
      const missing = !of.missing
        ? []
        : sql.all<TeamItem>(
            `SELECT DISTINCT item.id, kind, item.service, place FROM team_item AS item
              JOIN team_place ON team_place.service = item.service AND ${ofDefault}
              WHERE kind = ? AND removed = 0 AND over = 0 AND place IS NOT NULL AND ${of.missing}
                AND NOT EXISTS (SELECT 1 FROM ${table} AS one WHERE one.id = item.id AND one.workspace = team_place.workspace)
                AND NOT EXISTS (SELECT 1 FROM team_waiting WHERE subject = item.id AND field = 'removed')`,
            kind
          )
      for (const item of missing) of.show(tables, item, null)
      if (changed || missing.length > 0) news.once(event, undefined)
    },

    refused(tables, change, why) {
      const insert = 'INSERT INTO team_item (id, kind, service) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
      // Marked as shared, or the desk would try forever.
      if (why === 'unfit') tables.sql.run(insert, change.subject, kind, change.service)
      return of.refused?.(tables, change, why) ?? null
    },

    ...(of.leave && { leave: of.leave })
  }
}

/**
 * The first row of an id fixes its service and kind.
 *
 * @returns the item, and whether it is or was visible; or null
 */
function note(
  { tables: { sql }, shown }: Feed,
  kind: ItemName,
  { subject, service, isOwn }: Pick<SignedChange, 'subject' | 'service' | 'isOwn'>,
  columns: Record<string, string | number | null>,
  maker: string | null
): (TeamItem & { isShown: boolean; wasShown: boolean }) | null {
  const find = () =>
    sql.get<Known>('SELECT id, kind, service, place, removed, over FROM team_item WHERE id = ?', subject)
  const before = find()
  if (before && (before.service !== service || before.kind !== kind)) return null
  const name = `${kind} ${service}`
  const count = shown.get(name) ?? shownOf(sql, service, kind)
  const insert = 'INSERT INTO team_item (id, kind, service, maker) VALUES (?, ?, ?, ?)'
  if (!before) sql.run(insert, subject, kind, service, maker)
  const set = Object.keys(columns).map((column) => `${column} = ?`)
  sql.run(`UPDATE team_item SET ${set.join(', ')} WHERE id = ?`, ...Object.values(columns), subject)
  const item = find() as Known
  const wasShown = before?.removed === 0 && before.over === 0
  const isShown = item.removed === 0 && (wasShown || isOwn || count < mostShared[kind])
  shown.set(name, count + Number(isShown) - Number(wasShown))
  if (item.removed === 0) sql.run('UPDATE team_item SET over = ? WHERE id = ?', Number(!isShown), subject)
  return { ...item, isShown, wasShown }
}

/** Keeps an operator's edits from before the loss of write rights, beside the team's version. */
export function keptBeside(sql: Statements, kind: ItemName, table: string): boolean {
  const edited = sql.all<{ id: string }>(
    `SELECT DISTINCT subject AS id FROM team_waiting
      WHERE kind = ? AND field <> 'removed' AND EXISTS (SELECT 1 FROM team_item WHERE team_item.id = subject)`,
    kind
  )
  for (const { id } of edited) sql.run(`UPDATE ${table} SET id = ?, maker = NULL WHERE id = ?`, randomUUID(), id)
  return edited.length > 0
}

/** New ids, so that joining again cannot overwrite later changes. */
export function withNewIds(sql: Statements, table: string): void {
  for (const { id } of sql.all<{ id: string }>(`SELECT DISTINCT id FROM ${table}`))
    sql.run(`UPDATE ${table} SET id = ? WHERE id = ?`, randomUUID(), id)
}

function showMore(sql: Statements, kind: ItemName): void {
  const over = 'kind = ? AND removed = 0 AND over = 1'
  for (const { service } of sql.all<{ service: string }>(
    `SELECT DISTINCT service FROM team_item WHERE ${over}`,
    kind
  )) {
    const next = `SELECT id FROM team_item WHERE service = ? AND ${over} LIMIT max(0, ?)`
    const room = mostShared[kind] - shownOf(sql, service, kind)
    sql.run(`UPDATE team_item SET over = 0 WHERE id IN (${next})`, service, kind, room)
  }
}

function shownOf(sql: Statements, service: string, kind: ItemName): number {
  const select = 'SELECT count(*) AS n FROM team_item WHERE service = ? AND kind = ? AND removed = 0 AND over = 0'
  return sql.get<{ n: number }>(select, service, kind)?.n ?? 0
}

/** A viewer's deletions are refused and listed; other unsent changes become the viewer's own. */
function refuseViewer(sql: Statements, kind: ItemName): void {
  sql.run(
    `UPDATE team_outbox SET refused = 'viewer' WHERE refused IS NULL AND kind = ? AND field = 'removed'
      AND subject IN (SELECT id FROM team_item WHERE removed = 0)`,
    kind
  )
  sql.run('DELETE FROM team_outbox WHERE refused IS NULL AND kind = ?', kind)
}
