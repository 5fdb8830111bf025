import type { Place } from '../../shared/model/place'
import type { Tables } from '../store/kept-store'
import { CallFeed, type ReceivedCalls } from './call-feed'
import { CaseFeed } from './case-feed'
import { FilterFeed } from './filter-feed'
import { ItemFeed } from './item-feed'
import { LedgerFeed } from './ledger-feed'
import type { TeamChange } from './change'

/** What a piece of the feed changed on this desk. */
export interface Received {
  /** The places of cases. */
  changed: Place[]
  /** Whether folders or saved requests are others. */
  library: boolean
  /** Whether saved filters are others. */
  filters: boolean
  /** Whether the change log of mappings has more. */
  ledger: boolean
  calls: ReceivedCalls
}

/** Hands each change of the feed to the receiver of its kind. */
export class TeamFeed {
  private readonly cases: CaseFeed
  private readonly items: ItemFeed
  private readonly filters: FilterFeed
  private readonly ledger: LedgerFeed
  private readonly calls: CallFeed

  constructor(
    private readonly tables: Tables,
    desk: string
  ) {
    this.cases = new CaseFeed(tables, desk)
    this.items = new ItemFeed(tables, desk)
    this.filters = new FilterFeed(tables, desk)
    this.ledger = new LedgerFeed(tables, desk)
    this.calls = new CallFeed(tables, desk)
  }

  /** What other desks cannot read either does not wait any more, and holds nothing back. */
  pass(id: string): void {
    this.tables.outbox.seen(id)
  }

  /** Takes in the next change, in a transaction with the number up to which the feed was read. */
  take(change: TeamChange): void {
    this.tables.outbox.seen(change.id)
    if (change.kind === 'case') this.cases.take(change)
    else if (change.kind === 'filter') this.filters.take(change)
    else if (change.kind === 'ledger') this.ledger.take(change)
    else if (change.kind === 'call') this.calls.take(change)
    else this.items.take(change)
  }

  received(): Received {
    return {
      changed: this.cases.changed(),
      library: this.items.changed,
      filters: this.filters.changed,
      ledger: this.ledger.changed,
      calls: this.calls.received()
    }
  }
}
