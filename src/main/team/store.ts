import { randomUUID } from 'node:crypto'
import type { Place } from '../../shared/model/place'
import type { Remote } from '../base/thread'
import type { KeptStore, Tables } from '../store/kept-store'
import type { WaitingChange } from '../store/tables/team/outbox'
import type { TeamChange } from './change'
import { staleRequests, takeUpItems, type StaleRequest } from './items'
import { TeamFeed, type Received } from './receivers'
import { takeUp, type SharedPlace } from './take-up'

/** The team as this desk knows it. */
export interface TeamLink {
  /** The database's own id: another database, even at the same address, is another team. */
  team: string
  desk: string
  /** The sequence number up to which the feed was read. */
  readTo: number
}

/** What is kept of a team on this computer. */
export interface TeamMethods {
  /** null where none was joined. */
  teamLink(): TeamLink | null
  /** Joins a team, with nothing of its feed read; a team that was joined before is left. */
  joinTeam(of: { team: string }): TeamLink
  /** Forgets the team, and what waited for it. The cases stay as they are. */
  leaveTeam(): void
  /**
   * Makes the open cases of these places cases of the team: the one that is there for the connector, or another one.
   * @param writes whether this desk may tell the team of them
   */
  takeUpCases(of: { places: SharedPlace[]; writes: boolean }): { changed: Place[] }
  /** Saved requests of which the feed has another content. */
  staleRequests(of: { limit: number }): StaleRequest[]
  /** What waited is of no use any more. */
  dropWaiting(of: { ids: string[] }): void
  waitingChanges(of: { limit: number }): { changes: WaitingChange[]; count: number }
  /** Takes in a piece of the feed, in its order, and notes that it was read: both or neither. */
  receiveChanges(of: { changes: TeamChange[]; readTo: number }): Received
}

export type TeamStore = Remote<TeamMethods>

export function teamMethods(store: KeptStore): TeamMethods {
  const atOnce = <T>(work: (tables: Tables) => T): T =>
    store.run((tables) => tables.sql.transaction(() => work(tables)))
  return {
    teamLink: () => store.run(linkOf),

    joinTeam: ({ team }) =>
      atOnce((tables) => {
        leave(tables)
        tables.sql.run('INSERT INTO team VALUES (1, ?, ?, 0)', team, randomUUID())
        return linkOf(tables) as TeamLink
      }),

    leaveTeam: () => atOnce(leave),

    takeUpCases: (of) =>
      atOnce((tables) => {
        const changed = takeUp(tables, of)
        takeUpItems(tables, of.writes)
        return { changed }
      }),

    staleRequests: ({ limit }) => store.run((tables) => staleRequests(tables, limit)),

    dropWaiting: ({ ids }) => atOnce(({ outbox }) => ids.forEach((id) => outbox.seen(id))),

    waitingChanges: ({ limit }) =>
      store.run(({ outbox }) => ({ changes: outbox.waiting(limit), count: outbox.count() })),

    receiveChanges: ({ changes, readTo }) =>
      atOnce((tables) => {
        const link = linkOf(tables)
        if (!link || readTo <= link.readTo) return { changed: [], library: false, ledger: false }
        const feed = new TeamFeed(tables, link.desk)
        for (const change of changes) if (change.seq > link.readTo) feed.take(change)
        tables.sql.run('UPDATE team SET read_to = ?', readTo)
        return feed.received()
      })
  }
}

function linkOf({ sql }: Tables): TeamLink | null {
  return sql.get<TeamLink>('SELECT team, desk, read_to AS readTo FROM team') ?? null
}

function leave({ sql }: Tables): void {
  for (const table of ['team', 'team_place', 'team_outbox', 'team_field', 'team_case', 'team_item'])
    sql.run(`DELETE FROM ${table}`)
  sql.run('UPDATE episode SET team_case = NULL WHERE team_case IS NOT NULL')
}
