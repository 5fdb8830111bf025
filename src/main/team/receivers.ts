import type { Place } from '../../shared/model/place'
import type { TeamKind } from '../../shared/team/kinds'
import type { Tables } from '../store/kept-store'
import { CaseFeed } from './case-feed'
import type { TeamChange } from './change'

/** Takes in what the feed says of one kind. */
export interface Receiver<K extends TeamKind> {
  take(change: TeamChange<K>): void
}

/** What a piece of the feed changed on this desk. */
export interface Received {
  /** The places of cases. */
  changed: Place[]
}

/** Hands each change of the feed to the receiver of its kind. */
export class TeamFeed {
  private readonly cases: CaseFeed

  constructor(
    private readonly tables: Tables,
    desk: string
  ) {
    this.cases = new CaseFeed(tables, desk)
  }

  /** Takes in the next change, in a transaction with the number up to which the feed was read. */
  take(change: TeamChange): void {
    this.tables.outbox.seen(change.id)
    this.cases.take(change)
  }

  received(): Received {
    return { changed: this.cases.changed() }
  }
}
