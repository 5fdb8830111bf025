import type { LoggedCall } from '../http/call-log'
import type { Counts } from './diagnoses'
import type { Ended, FailureKind, Outcome } from './outcome'

/** What is counted of one service since the walker was started. Times: ms since 1970. */
export class Figures {
  databaseConnected = false
  leaseHeld = false
  /** How much accounts of the database may do that they should not; null until it was looked at. */
  databaseOpen: number | null = null
  /** When the newest walk ended that this walker published, or saw that another did. */
  refreshedAt: number | null = null
  /** Of this walker's last walk, ms. */
  refreshMs: number | null = null
  /** From the end of the last walk until all of it was in the database, ms. */
  publishLagMs: number | null = null
  /** Of this walker's last walk. */
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

  /** Counts a turn. @returns the same */
  ended(ended: Ended): Ended {
    this.turns.set(ended.outcome, (this.turns.get(ended.outcome) ?? 0) + 1)
    return ended
  }

  failed(kind: FailureKind): void {
    this.failures.set(kind, (this.failures.get(kind) ?? 0) + 1)
  }
}
