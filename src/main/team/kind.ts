import type { EventName, EventPayload } from '../../shared/ipc'
import type { RefusedWhy } from '../../shared/passthrough/library'
import type { TeamKind } from '../../shared/team/kinds'
import type { Place } from '../../shared/workspaces/place'
import type { Tables } from '../store/kept-store'
import type { WaitingChange } from '../store/tables/team/outbox'
import type { TeamNames } from '../store/tables/team/team-names'
import type { OwnerGiven } from './assigned'
import type { SignedChange } from './change'
import type { SharedPlace } from './places'

/**
 * A kind of things that a team shares: what its room has to say of it, and no more. Its fields, and what each may hold,
 * are in the contract (shared/team/kinds.ts). A change of this desk goes into the outbox with what it changes
 * (`Tables.outbox.add`). Carrying, ordering, masking, signing, catching up and counting are done once, for all kinds.
 */
export interface SharedKind<K extends TeamKind = TeamKind> {
  /** SQL over a row of team_outbox: how people call what it is about; null where that is not known any more. */
  name: string
  /**
   * Brings a change of the feed into this desk's tables. All desks see all changes in the same order, their own among
   * them, once each. It runs in the transaction that notes how far the feed was read, and must not throw.
   */
  apply(feed: Feed, change: SignedChange<K>): void
  /** Brings what is here and what the team says together, each time the feed was read to its end. */
  takeUp?(desk: TakingUp): void
  /** The database does not take this change of the desk. @returns why it is listed as refused: 'unfit' where nothing is said */
  unfit?(tables: Tables, change: WaitingChange): RefusedWhy | null
  /** This desk leaves the team, or joins another: what stays is no longer the team's. */
  leave?(tables: Tables): void
}

/** A piece of the feed on its way into this desk's tables. */
export interface Feed {
  readonly tables: Tables
  /** By which names the team knows its accounts. */
  readonly names: TeamNames
  readonly news: News
  /** Owners that issues were given, in their order. */
  readonly owners: OwnerGiven[]
  /** How many items of a service are shown, as far as this piece has asked; by kind and service. */
  readonly shown: Map<string, number>
  /** Whether this operator wrote a change, on this desk or another. */
  isByMe(change: SignedChange): boolean
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

/** Events that only say that something changed. */
export type PlainEvent = { [E in EventName]: undefined extends EventPayload<E> ? E : never }[EventName]

/** What the window is told of a piece of the feed: each thing once, however many changes were about it. */
export class News {
  private readonly all = new Map<string, Told>()

  /** Something changed, and the window asks what. */
  once<E extends EventName>(event: E, payload: EventPayload<E>): void {
    this.all.set(`${event} ${JSON.stringify(payload)}`, { event, payload, once: true } as Told)
  }

  /** @param sum of two payloads of this event with the same `key` @param key names what the payload is about */
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

/** The places of this desk that use a service, in the order of their workspaces. */
export function placesAt({ sql }: Tables, service: string): Place[] {
  return sql.all<Place>('SELECT workspace AS workspaceId, region FROM team_place WHERE service = ?', service)
}
