import { issueLimits } from '../../shared/issues/issue'
import type { Tables } from '../store/kept-store'

/** Names that are offered, at most: the latest. */
const mostNames = 50

/** Whether two names are of one person, as people type them. An empty name is of none. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) !== '' && folded(one) === folded(other)
}

const folded = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** The operators who wrote something in the team's feed, the latest first. */
export function operatorsOf({ sql }: Tables): string[] {
  const select = `SELECT operator FROM team_field WHERE trim(operator) <> '' AND length(operator) <= ?
    GROUP BY operator ORDER BY max(at) DESC LIMIT ?`
  return sql.all<{ operator: string }>(select, issueLimits.owner, mostNames).map(({ operator }) => operator)
}
