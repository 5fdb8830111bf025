import type { LoggedCall } from '../http/call-log'
import type { Counts } from './diagnoses'
import type { ErrorCode } from '../../shared/errors'
import type { TeamStep } from '../../shared/team/team'

/** The gravest first. */
export const outcomes = ['refused', 'away', 'stopped', 'in-part', 'held', 'fresh', 'walked'] as const

/**
 * - `refused`: by the service or the database; a retry soon is useless;
 * - `away`: the service or the database failed; a retry may work;
 * - `stopped`: the walker was ended;
 * - `in-part`: some categories failed, the others are published;
 * - `held`: another desk or walker refreshes now;
 * - `fresh`: another refreshed a short while ago;
 * - `walked`: every category open to the token is published.
 */
export type TurnOutcome = (typeof outcomes)[number]

/** An error code of the app, or a step of the way to the database. */
type FailureKind = ErrorCode | `database-${TeamStep}`

/** `ageMs` of the newest refresh by the database's clock; null for unknown. */
export interface TurnEnd {
  outcome: TurnOutcome
  ageMs: number | null
}

const codes: Record<TurnOutcome, number> = {
  refused: 3,
  away: 1,
  stopped: 1,
  'in-part': 4,
  held: 0,
  fresh: 0,
  walked: 0
}

/** The exit code of `--once`: of the gravest outcome. */
export const exitCodeOf = (all: readonly TurnOutcome[]): number =>
  codes[outcomes.find((outcome) => all.includes(outcome)) ?? 'walked']

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
  readonly turns = new Map<TurnOutcome, number>()
  readonly failures = new Map<FailureKind, number>()

  constructor(readonly service: string) {}

  called({ tries, limited }: Pick<LoggedCall, 'tries' | 'limited'>): void {
    this.requests += tries
    this.limited += limited
  }

  /** @returns its argument */
  ended(ended: TurnEnd): TurnEnd {
    this.turns.set(ended.outcome, (this.turns.get(ended.outcome) ?? 0) + 1)
    return ended
  }

  failed(kind: FailureKind): void {
    this.failures.set(kind, (this.failures.get(kind) ?? 0) + 1)
  }
}
