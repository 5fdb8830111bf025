import { randomUUID } from 'node:crypto'
import type { RefusedWhy, StaysWhy } from '../../shared/passthrough/library'
import type { Place } from '../../shared/workspaces/place'
import type { TeamKind } from '../../shared/team/kinds'
import { waitingLimits, type TeamPending } from '../../shared/team/waiting'
import type { Remote } from '../base/thread'
import type { KeptStore, Tables } from '../store/kept-store'
import type { WaitingChange } from '../store/tables/team/outbox'
import { TeamNames } from '../store/tables/team/team-names'
import { operatorsOf, ownedIssues, type OwnedIssue } from './assigned'
import type { TeamChange } from './change'
import { TeamFeed, type FeedReader, type Received } from './feed'
import { News, type Told } from './kind'
import { allKinds, kindOf, kinds } from './kinds'
import { sharedIssue } from './kinds/issues'
import { keepBack, staleRequests, type StaleRequest } from './kinds/library'
import type { SharedPlace } from './places'

/** The team as this desk knows it. */
export interface TeamLink {
  /** The database's own id: another database, even at the same address, is another team. */
  team: string
  desk: string
  /** The sequence number up to which the feed was read. */
  readTo: number
  /** The number up to which the feed was there when this desk joined: later changes are news. */
  newsAfter: number
  /** Whether this desk may write, as its account could when it was last connected; null where that is not known yet. */
  writes: boolean | null
}

/** What is kept of a team on this computer. */
export interface TeamMethods {
  /** null where none was joined. */
  teamLink(): TeamLink | null
  /** Joins a team, with nothing of its feed read; a team that was joined before is left. */
  joinTeam(of: { team: string; writes: boolean; newsAfter: number }): TeamLink
  keepRight(of: { writes: boolean }): void
  /** Forgets the team, what waited for it and what colleagues changed. */
  leaveTeam(): void
  /**
   * Brings what is here at these places, and what the team says of it, together: of every kind.
   * @param writes whether this desk may tell the team @returns what the window is told of it
   */
  takeUpIssues(of: { places: SharedPlace[]; writes: boolean }): Told[]
  /** The open case of a connector as the team knows it, and this desk; null where it is shared with nobody. */
  sharedIssue(of: Place & { key: string }): { service: string; subject: string; desk: string } | null
  /** Saved requests of which the feed has another content. */
  staleRequests(of: { limit: number }): StaleRequest[]
  /** The content of a request cannot leave: it does not wait any more, and its row says why. */
  keepBack(of: { id: string; why: StaysWhy }): void
  /** These do not fit into the team's database: they do not wait any more, and are not told again by themselves. */
  dropUnfit(of: { ids: string[] }): void
  /** What waited is of no use any more. */
  dropWaiting(of: { ids: string[] }): void
  /** @returns the first of them, how many there are, and how many were refused */
  waitingChanges(of: { limit: number }): { changes: WaitingChange[]; count: number; refused: number }
  /** What the team has not got, by kind and name. */
  pendingChanges(): TeamPending
  /**
   * Forgets what could not be shared for 30 days.
   * @returns how much that was by now, since the operator was told (`toldExpired`)
   */
  expireWaiting(of: { now: number }): number
  toldExpired(): void
  /**
   * Takes in a piece of the feed, in its order, and notes that it was read: both or neither.
   * @param unread ids of its rows that do not fit @param reader who reads it; the desk is the one that joined
   */
  receiveChanges(of: {
    changes: TeamChange[]
    unread: string[]
    readTo: number
    reader: Omit<FeedReader, 'desk'>
  }): Received
  /** Who owns these cases by now; those that are over are left out. */
  ownedIssues(of: { subjects: string[] }): OwnedIssue[]
  /** The operators of the team, the latest first. */
  teamOperators(): string[]
}

export type TeamStore = Remote<TeamMethods>

export function teamMethods(store: KeptStore): TeamMethods {
  const atOnce = <T>(work: (tables: Tables) => T): T =>
    store.run((tables) => tables.sql.transaction(() => work(tables)))
  return {
    teamLink: () => store.run(linkOf),

    joinTeam: ({ team, writes, newsAfter }) =>
      atOnce((tables) => {
        leave(tables)
        const insert = 'INSERT INTO team (id, team, desk, read_to, writes, news_after) VALUES (1, ?, ?, 0, ?, ?)'
        tables.sql.run(insert, team, randomUUID(), Number(writes), newsAfter)
        return linkOf(tables) as TeamLink
      }),

    keepRight: ({ writes }) => store.run(({ sql }) => void sql.run('UPDATE team SET writes = ?', Number(writes))),

    leaveTeam: () => atOnce(leave),

    takeUpIssues: (of) =>
      atOnce((tables) => {
        const { sql } = tables
        sql.run('DELETE FROM team_place')
        for (const { workspaceId, region, service } of of.places)
          sql.run('INSERT INTO team_place VALUES (?, ?, ?)', workspaceId, region, service)
        const desk = { ...of, tables, news: new News(), names: new TeamNames(sql) }
        for (const kind of allKinds) kind.takeUp?.(desk)
        return desk.news.told
      }),

    staleRequests: ({ limit }) => store.run((tables) => staleRequests(tables, limit)),

    keepBack: ({ id, why }) => atOnce((tables) => keepBack(tables, id, why)),

    dropUnfit: ({ ids }) =>
      atOnce((tables) => {
        for (const change of ids.flatMap((id) => tables.outbox.find(id) ?? []))
          tables.outbox.refuse(change.id, kindOf(change.kind)?.unfit?.(tables, change) ?? 'unfit')
      }),

    dropWaiting: ({ ids }) => atOnce(({ outbox }) => ids.forEach((id) => outbox.seen(id))),

    sharedIssue: (of) => store.run((tables) => sharedIssue(tables, of)),

    waitingChanges: ({ limit }) =>
      store.run(({ outbox }) => {
        const { waiting, refused } = outbox.counts()
        return { changes: outbox.waiting(limit), count: waiting, refused }
      }),

    pendingChanges: () => store.run(pendingOf),

    expireWaiting: ({ now }) => atOnce((tables) => expire(tables, now)),

    toldExpired: () => store.run(({ sql }) => void sql.run('UPDATE team SET expired = 0')),

    receiveChanges: ({ changes, unread, readTo, reader }) =>
      atOnce((tables) => {
        const link = linkOf(tables)
        const feed = new TeamFeed(tables, { ...reader, desk: link?.desk ?? '' })
        if (!link || readTo <= link.readTo) return feed.received
        for (const id of unread) feed.pass(id)
        for (const change of changes) if (change.seq > link.readTo) feed.take(change)
        tables.sql.run('UPDATE team SET read_to = ?', readTo)
        return feed.received
      }),

    ownedIssues: ({ subjects }) => store.run((tables) => ownedIssues(tables, subjects)),
    teamOperators: () => store.run(operatorsOf)
  }
}

function linkOf({ sql }: Tables): TeamLink | null {
  const select = 'SELECT team, desk, read_to AS readTo, news_after AS newsAfter, writes FROM team'
  const link = sql.get<Omit<TeamLink, 'writes'> & { writes: number | null }>(select)
  return link ? { ...link, writes: link.writes === null ? null : link.writes === 1 } : null
}

const teamTables = [
  'team',
  'team_place',
  'team_outbox',
  'team_field',
  'team_case',
  'team_item',
  'team_read',
  'team_call',
  'team_name'
]

function leave(tables: Tables): void {
  const { sql } = tables
  for (const table of teamTables) sql.run(`DELETE FROM ${table}`)
  for (const kind of allKinds) kind.leave?.(tables)
}

/** What this desk has and the team has not, by kind and name, and what the team has too much of. */
function pendingOf({ sql, outbox }: Tables): TeamPending {
  const name = Object.entries(kinds).map(([kind, of]) => `WHEN '${kind}' THEN ${of.name}`)
  const select = `SELECT kind, field, CASE kind ${name.join(' ')} END AS name, at AS since, refused FROM team_outbox AS one
    ORDER BY seq DESC LIMIT ?`
  const rows = sql.all<{
    kind: TeamKind
    field: string
    name: string | null
    since: number
    refused: RefusedWhy | null
  }>(select, waitingLimits.listed)
  const changes = rows.map((row) => ({ ...row, name: row.name ?? '' }))
  const { waiting, refused } = outbox.counts()
  const over = 'SELECT count(*) AS n FROM team_item WHERE over = 1 AND removed = 0'
  const leftOut = sql.get<{ n: number }>(over)?.n ?? 0
  return { changes, more: waiting + refused - changes.length, leftOut }
}

/** @returns how much could not be shared for too long and is not kept any more, since somebody was told @param now ms since 1970 */
function expire({ sql, outbox }: Tables, now: number): number {
  const [link] = sql.all<{ writes: number | null }>('SELECT writes FROM team')
  if (!link) return 0
  const expired = outbox.expire(now - waitingLimits.kept, link.writes === 0)
  if (expired > 0) sql.run('UPDATE team SET expired = expired + ?', expired)
  return sql.get<{ expired: number }>('SELECT expired FROM team')?.expired ?? 0
}
