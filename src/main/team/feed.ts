import type { Tables } from '../store/kept-store'
import { TeamNames } from '../store/tables/team/team-names'
import { isSameName, type OwnerGiven } from './assigned'
import type { SignedChange, TeamChange } from './change'
import { News, type Feed, type Told } from './kind'
import { kindOf } from './kinds'

/** What a piece of the feed changed on this desk. */
export interface Received {
  /** Owners that cases were given, in their order. */
  owners: OwnerGiven[]
  /** For the window. */
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

/** Signs each change of a piece of the feed, and hands it to its kind. */
export class TeamFeed implements Feed {
  readonly names: TeamNames
  readonly news = new News()
  readonly owners: OwnerGiven[] = []
  readonly shown = new Map<string, number>()

  constructor(
    readonly tables: Tables,
    private readonly reader: FeedReader
  ) {
    this.names = new TeamNames(tables.sql)
    this.names.own(reader.account, reader.operator)
  }

  /** What other desks cannot read either does not wait any more, and holds nothing back. */
  pass(id: string): void {
    this.tables.outbox.seen(id)
  }

  /** Takes in the next change, in a transaction with the number up to which the feed was read. */
  take(change: TeamChange): void {
    kindOf(change.kind)?.apply(this, this.signed(change))
  }

  get received(): Received {
    return { owners: this.owners, told: this.news.told }
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
}
