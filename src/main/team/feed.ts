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
 * One kind of shared thing. The contract (shared/team/kinds.ts) has its fields. A change enters the outbox with the
 * row it changes (`Tables.outbox.add`). Transport, order, masking and signing are the same for all kinds.
 */
export interface SharedKind<K extends TeamKind = TeamKind> {
  /** SQL over team_outbox: the thing's display name, or null. */
  name: string
  /**
   * Applies a change in the transaction that records the read position. Every desk sees every change once, in the same
   * order.
   */
  apply(feed: Feed, change: SignedChange<K>): void
  /** Reconciles after each full read of the feed. */
  takeUp?(desk: TakingUp): void
  /**
   * The team will not get a change of this desk.
   *
   * @returns the reason to list; null keeps the given reason
   */
  refused?(tables: Tables, change: WaitingChange, why: RefusedWhy): RefusedWhy | null
  /** This desk leaves the team. */
  leave?(tables: Tables): void
}

export interface TakingUp {
  tables: Tables
  names: TeamNames
  news: News
  places: readonly SharedPlace[]
  writes: boolean
}

/** `once`: a plain notice at the end of the feed. */
export type Told = { [E in EventName]: { event: E; payload: EventPayload<E>; once: boolean } }[EventName]

export type Broadcast = <E extends EventName>(event: E, payload: EventPayload<E>) => void

export type PlainEvent = { [E in EventName]: undefined extends EventPayload<E> ? E : never }[EventName]

/** One event per subject, however many changes. */
export class News {
  private readonly all = new Map<string, Told>()

  once<E extends EventName>(event: E, payload: EventPayload<E>): void {
    this.all.set(`${event} ${JSON.stringify(payload)}`, { event, payload, once: true } as Told)
  }

  /**
   * @param key names the subject
   * @param sum merges payloads of one subject
   */
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

/** An issue of the team. */
export interface TeamIssue {
  id: string
  service: string
  connector: string
  closed: boolean
  /** Of each connector here, its newest issue that is this one. */
  places: (Place & { id: number })[]
}

export interface OwnerGiven {
  seq: number
  subject: string
  owner: string
  by: string
  /** On any desk. */
  byMe: boolean
}

export interface FeedReader {
  desk: string
  /** As the database reports it. */
  account: string
  operator: string
}

/** One page of the feed. */
export class Feed {
  readonly names: TeamNames
  readonly news = new News()
  readonly owners: OwnerGiven[] = []
  /** Connectors with a new answer of their provider. */
  readonly learned: { place: Place; key: string }[] = []
  /** By the ID that a change names, as far as read; null: the team has none. */
  readonly issues = new Map<string, TeamIssue | null>()
  /** That the page names and `issues` was not asked for: all are read at once. */
  readonly unreadIssues: Set<string>
  /** By kind and service, as far as asked. */
  readonly shown = new Map<string, number>()
  /** Otherwise nothing of this desk is on its way: none of these changes is its own, and none follows them. */
  readonly hasSent: boolean

  constructor(
    readonly tables: Tables,
    private readonly reader: FeedReader,
    changes: readonly TeamChange[]
  ) {
    this.unreadIssues = new Set(changes.flatMap(({ kind, subject }) => (kind === 'case' ? subject : [])))
    this.hasSent = !tables.outbox.isEmpty
    this.names = new TeamNames(tables.sql)
    this.names.own(reader.account, reader.operator)
  }

  /**
   * Adds the author, and removes the change from the outbox. The writer chooses desk and operator; only the account
   * comes from the database.
   */
  signed(change: TeamChange): SignedChange {
    const { account, desk } = this.reader
    const waited = this.hasSent && this.tables.outbox.seen(change.id)
    const isOwn = waited || (change.desk === desk && change.account === account)
    this.names.learn(change.account, change.operator)
    return { ...change, isOwn, signed: this.names.shown(change.account, change.operator) }
  }

  /** True if this operator wrote the change, on any desk. */
  isByMe({ isOwn, account, operator }: SignedChange): boolean {
    return isOwn || (account === this.reader.account && isSameName(operator, this.reader.operator))
  }

  /** This desk's places that use a service. */
  placesAt(service: string): Place[] {
    return this.tables.sql.all<Place>(
      'SELECT workspace AS workspaceId, region FROM team_place WHERE service = ?',
      service
    )
  }
}

/** True if two typed names mean the same person. An empty name means nobody. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) !== '' && folded(one) === folded(other)
}

const folded = (name: string) => name.normalize('NFC').trim().toLowerCase()
