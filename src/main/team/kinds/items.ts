import { mostShared } from '../../../shared/team/library-change'
import type { Tables } from '../../store/kept-store'
import type { Statements } from '../../store/statements'
import type { SignedChange } from '../change'
import type { Feed, PlainEvent, SharedKind } from '../feed'

/** Kinds of things that operators make, name and remove. What the feed says of them is in team_item. */
export type ItemName = keyof typeof mostShared

/** An item as the feed says. `place`: where it is and what it is called, null while the feed has not said it. */
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

/** An item of this desk that the team does not know, with the columns that its kind asks for. */
export interface UntoldItem {
  workspace: string
  service: string
  id: string
  name: string
  within: string | null
  content: string
}

/** Items are of a workspace, and shared by the address of its default region. */
export const ofDefault = `team_place.region = 'default'`
/** SQL: the workspaces that show the items of a service. */
export const sharing = `SELECT workspace FROM team_place WHERE service = ? AND ${ofDefault}`

type Kept<K extends ItemName> = Exclude<SignedChange<K>, { field: 'removed' }>

/** What is particular to a kind of items. Of two writes to a field the later one by the server's clock stays. */
export interface ItemKind<K extends ItemName> {
  kind: K
  /** Of this desk: each row has the columns workspace, id and name. */
  table: string
  /** Tells the window that any is another one. */
  event: PlainEvent
  /** SQL over team_item: its name. */
  teamName: string
  /** What a change sets in team_item. The field that makes an item whole sets `removed` to 0, too. */
  columns(change: Kept<K>): Record<string, string | number>
  /** Whether team_item has the name of whom the first row is from. */
  hasMaker?: boolean
  /**
   * Shows an item that is within the limits in all workspaces of its service, but for what waits to be told of it.
   * @param change that it has now; null where a workspace is new, or there is room again
   */
  show(tables: Tables, item: TeamItem, change: Kept<K> | null): void
  /** SQL over its table: what stays here though the team removed it. */
  stays?: string
  /** SQL: further columns of an item that is not told yet, and the field that says whether it is about to be. */
  untold: { columns: string; field: string }
  /** Tells the team of an item that it does not know. */
  tell(tables: Tables, item: UntoldItem): void
  /** An item that the team does not know is the team's after all, under another id. @returns whether it is */
  isTwin?(tables: Tables, item: UntoldItem): boolean
  /** SQL over team_item and team_place: whether an item that is not there can be shown. Without it none is. */
  missing?: string
  /** What a viewer changed of the team's becomes their own. @returns whether any item is another one */
  keepForOneself?(sql: Statements): boolean
  refused?: SharedKind['refused']
  leave?: SharedKind['leave']
}

/** Registers a kind of items. Each desk shows `mostShared` of a service: more than that are known, and counted. */
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
      // In workspaces that are new, and where there is room again.
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
      // It counts as told, so that it is not tried for ever.
      if (why === 'unfit') tables.sql.run(insert, change.subject, kind, change.service)
      return of.refused?.(tables, change, why) ?? null
    },

    ...(of.leave && { leave: of.leave })
  }
}

/**
 * Notes what a change says of an item. The service and the kind of an id are what its first row said.
 *
 * @returns the item, and whether it is or was shown; null for none
 */
function note(
  { tables: { sql }, shown }: Feed,
  kind: ItemName,
  { subject, service, isOwn }: Pick<SignedChange, 'subject' | 'service' | 'isOwn'>,
  columns: Record<string, string | number>,
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

/** Shows what was one too many where there is room again. */
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

/** That a viewer deleted what the team has is refused, and listed as such; all else that waits is the viewer's own. */
function refuseViewer(sql: Statements, kind: ItemName): void {
  sql.run(
    `UPDATE team_outbox SET refused = 'viewer' WHERE refused IS NULL AND kind = ? AND field = 'removed'
      AND subject IN (SELECT id FROM team_item WHERE removed = 0)`,
    kind
  )
  sql.run('DELETE FROM team_outbox WHERE refused IS NULL AND kind = ?', kind)
}
