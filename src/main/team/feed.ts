import type { Place } from '../../shared/workspaces/place'
import type { Tables } from '../store/kept-store'
import { TeamNames } from '../store/tables/team/team-names'
import type { OwnerGiven } from './assigned'
import type { SignedChange, TeamChange } from './change'
import { IssueFeed } from './issue-feed'
import { News, type Feed, type Told } from './kind'
import { kinds } from './kinds'
import { isSameName } from './names'

/** What a piece of the feed changed on this desk. */
export interface Received {
  /** The places of cases. */
  changed: Place[]
  /** Owners that cases were given, in their order. */
  owners: OwnerGiven[]
  told: Told[]
}

/** Who reads the feed. */
export interface FeedReader {
  /** The desk that joined the team. */
  desk: string
  /** That it signs in with, as the database says. */
  account: string
  operator: string
}

/** Signs each change of the feed, and hands it to its kind. */
export class TeamFeed implements Feed {
  readonly names: TeamNames
  readonly news = new News()
  readonly owners: OwnerGiven[] = []
  readonly shown = new Map<string, number>()
  private readonly issues: IssueFeed

  constructor(
    readonly tables: Tables,
    private readonly reader: FeedReader
  ) {
    this.names = new TeamNames(tables.sql)
    this.names.own(reader.account, reader.operator)
    this.issues = new IssueFeed(tables, this.names)
  }

  /** What other desks cannot read either does not wait any more, and holds nothing back. */
  pass(id: string): void {
    this.tables.outbox.seen(id)
  }

  /** Takes in the next change, in a transaction with the number up to which the feed was read. */
  take(from: TeamChange): void {
    const change = this.signed(from)
    this.hear(change)
    if (change.kind === 'case') this.issues.take(change)
    else kinds[change.kind].apply(this, change as never)
  }

  received(): Received {
    return {
      changed: this.issues.changed(),
      owners: this.owners,
      told: this.news.told
    }
  }

  isByMe({ isOwn, account, operator }: SignedChange): boolean {
    return isOwn || (account === this.reader.account && isSameName(operator, this.reader.operator))
  }

  /** Desk and operator are what the writer chose: only the account is the database's word. */
  private signed(change: TeamChange): SignedChange {
    const { account, desk } = this.reader
    const waited = this.tables.outbox.seen(change.id)
    const isOwn = waited || (change.desk === desk && change.account === account)
    this.names.learn(change.account, change.operator)
    return { ...change, isOwn, signed: this.names.shown(change.account, change.operator) }
  }

  private hear(change: SignedChange): void {
    if (change.field !== 'owner') return
    const { seq, subject, value, signed } = change
    this.owners.push({ seq, subject, owner: value, by: signed, byMe: this.isByMe(change) })
  }
}
