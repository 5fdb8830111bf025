import type { Outcome } from '../../../shared/doctor/finding'
import { howToClose, openingWords, openSummary, type TeamOpening } from '../../../shared/team/openings'
import { ok, warning } from '../examination'

export interface JoinedTeam {
  database: string
  /** Excess rights of database accounts; null while it cannot be reached. */
  openings: () => Promise<TeamOpening[] | null>
}

/** Reports excess rights of accounts, which the database's administrator can remove. */
export function lookAtTeam(database: string, openings: readonly TeamOpening[] | null): Outcome {
  if (openings === null)
    return { state: 'skipped', words: 'Not connected now: Settings, Team says why.', next: '', facts: [] }
  if (openings.length === 0) return ok('Its accounts may do what their roles say, and nothing else.')
  const facts = openings.map((one): [string, string] => ['Open', openingWords[one]])
  return warning(openSummary, howToClose(database), facts)
}
