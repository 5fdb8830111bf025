import type { EventName, EventPayload } from '../../shared/ipc'
import type { RefusedWhy } from '../../shared/passthrough/library'
import type { TeamKind } from '../../shared/team/kinds'
import type { Place } from '../../shared/workspaces/place'
import type { Tables } from '../store/kept-store'
import type { WaitingChange } from '../store/tables/team/outbox'
import { TeamNames } from '../store/tables/team/team-names'
import type { SignedChange, TeamChange } from './change'
import type { SharedPlace } from './places'

/**
 * A kind of things that a team shares: what is particular to it. Its fields, and what each may hold, are in the contract
 * (shared/team/kinds.ts); a change of this desk goes into the outbox with what it changes (`Tables.outbox.add`). Carrying,
 * ordering, masking, signing, catching up and counting are done once, for all kinds.
 */
export interface SharedKind<K extends TeamKind = TeamKind> {
  /** SQL over a row of team_outbox: how people call what it is about; null where that is not known any more. */
  name: string
  /**
   * Brings a change of the feed into this desk's tables, in the transaction that notes how far the feed was read. All desks
   * see all changes in the same order, their own among them, once each.
   */
  apply(feed: Feed, change: SignedChange<K>): void
  /** Brings what is here and what the team says together, each time the feed was read to its end. */
  takeUp?(desk: TakingUp): void
  /** The team does not get a change of this desk, which is not tried again. @returns why, as it is listed; null: as was said */
  refused?(tables: Tables, change: WaitingChange, why: RefusedWhy): RefusedWhy | null
  /** This desk leaves the team: what stays is not the team's any more. */
  leave?(tables: Tables): void
}

export interface TakingUp {
  tables: Tables
  names: TeamNames
  news: News
  /** What this desk shares, in its order. */
  places: readonly SharedPlace[]
  /** Whether this desk may tell the team anything. */
  writes: boolean
}

/** An event for the window. `once`: it only says that something changed, and is told once the feed is read to its end. */
export type Told = { [E in EventName]: { event: E; payload: EventPayload<E>; once: boolean } }[EventName]

/** Tells the window. */
export type Broadcast = <E extends EventName>(event: E, payload: EventPayload<E>) => void

/** Events that say nothing but that something changed. */
export type PlainEvent = { [E in EventName]: undefined extends EventPayload<E> ? E : never }[EventName]

/** What the window is told of a piece of the feed: each thing once, however many changes were about it. */
export class News {
  private readonly all = new Map<string, Told>()

  /** Something changed, and the window asks what. */
  once<E extends EventName>(event: E, payload: EventPayload<E>): void {
    this.all.set(`${event} ${JSON.stringify(payload)}`, { event, payload, once: true } as Told)
  }

  /** @param key names what the payload is about @param sum puts two payloads about the same together */
  sum<E extends EventName>(
    event: E,
    key: string,
    payload: EventPayload<E>,
    sum: (before: EventPayload<E>, now: EventPayload<E>) => EventPayload<E>
  ): void {
    const name = `${event} ${key}`
    const before = this.all.get(name)?.payload as EventPayload<E> | undefined
    this.all.set(name, { event, payload: before === undefined ? payload : sum(before, payload), once: false } as Told)
  }

  get told(): Told[] {
    return [...this.all.values()]
  }
}

/** An owner that the feed says an issue was given. */
export interface OwnerGiven {
  seq: number
  subject: string
  owner: string
  /** Who did, as it is shown. */
  by: string
  /** This operator did, on this desk or another. */
  byMe: boolean
}

/** Who reads the feed. */
export interface FeedReader {
  /** The desk that joined the team. */
  desk: string
  /** That it signs in with, as the database says. */
  account: string
  operator: string
}

/** A piece of the feed on its way into this desk's tables. */
export class Feed {
  /** By which names the team knows its accounts. */
  readonly names: TeamNames
  readonly news = new News()
  /** In their order. */
  readonly owners: OwnerGiven[] = []
  /** How many items are shown, by kind and service, as far as this piece has asked. */
  readonly shown = new Map<string, number>()

  constructor(
    readonly tables: Tables,
    private readonly reader: FeedReader
  ) {
    this.names = new TeamNames(tables.sql)
    this.names.own(reader.account, reader.operator)
  }

  /** Desk and operator are what the writer chose: only the account is the database's word. It does not wait any more. */
  signed(change: TeamChange): SignedChange {
    const { account, desk } = this.reader
    const waited = this.tables.outbox.seen(change.id)
    const isOwn = waited || (change.desk === desk && change.account === account)
    this.names.learn(change.account, change.operator)
    return { ...change, isOwn, signed: this.names.shown(change.account, change.operator) }
  }

  /** Whether this operator wrote a change, on this desk or another. */
  isByMe({ isOwn, account, operator }: SignedChange): boolean {
    return isOwn || (account === this.reader.account && isSameName(operator, this.reader.operator))
  }

  /** The places of this desk that use a service. */
  placesAt(service: string): Place[] {
    return this.tables.sql.all<Place>(
      'SELECT workspace AS workspaceId, region FROM team_place WHERE service = ?',
      service
    )
  }
}

/** Whether two names are of one person, as people type them. An empty name is of none. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) !== '' && folded(one) === folded(other)
}

const folded = (name: string) => name.normalize('NFC').trim().toLowerCase()
