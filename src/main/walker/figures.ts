import type { LoggedCall } from '../http/call-log'
import type { Counts } from './diagnoses'
import type { Ended, FailureKind, Outcome } from './outcome'

/** One service's figures since the start. Times: ms since 1970. */
export class Figures {
  databaseConnected = false
  leaseHeld = false
  /** Excess rights of database accounts; null before the first look. */
  databaseOpen: number | null = null
  /** End of the newest refresh, by this walker or another. */
  refreshedAt: number | null = null
  /** This walker's last refresh, ms. */
  refreshMs: number | null = null
  /** From a refresh's end until the database had all of it, ms. */
  publishLagMs: number | null = null
  connectors: Counts = new Map()
  requests = 0
  limited = 0
  readonly turns = new Map<Outcome, number>()
  readonly failures = new Map<FailureKind, number>()

  constructor(readonly service: string) {}

  called({ tries, limited }: Pick<LoggedCall, 'tries' | 'limited'>): void {
    this.requests += tries
    this.limited += limited
  }

  /** @returns its argument */
  ended(ended: Ended): Ended {
    this.turns.set(ended.outcome, (this.turns.get(ended.outcome) ?? 0) + 1)
    return ended
  }

  failed(kind: FailureKind): void {
    this.failures.set(kind, (this.failures.get(kind) ?? 0) + 1)
  }
}
