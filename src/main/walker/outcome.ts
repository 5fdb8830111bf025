import type { ErrorCode } from '../../shared/errors'
import type { TeamStep } from '../../shared/team/team'

/** How a turn of the walker ended, the gravest first. */
export const outcomes = ['refused', 'away', 'stopped', 'in-part', 'held', 'fresh', 'walked'] as const

/**
 * - `refused`: by the service or the database; trying again soon is of no use;
 * - `away`: the service or the database failed, and a later try may do;
 * - `stopped`: the walker was ended;
 * - `in-part`: some categories failed, the others are published;
 * - `held`: another walks at the moment;
 * - `fresh`: another walked a short while ago;
 * - `walked`: every category that is open to the token was walked and published.
 */
export type Outcome = (typeof outcomes)[number]

/** What failed: a code of the app's errors, or a step of the way to the database. */
export type FailureKind = ErrorCode | `database-${TeamStep}`

/** How a turn ended, and how old the newest walk is then, ms by the database's clock; null where that is not known. */
export interface Ended {
  outcome: Outcome
  ageMs: number | null
}

const codes: Record<Outcome, number> = { refused: 3, away: 1, stopped: 1, 'in-part': 4, held: 0, fresh: 0, walked: 0 }

/** The exit code of `--once`: of the gravest outcome. */
export const exitCodeOf = (all: readonly Outcome[]): number =>
  codes[outcomes.find((outcome) => all.includes(outcome)) ?? 'walked']
