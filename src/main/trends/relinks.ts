import type { IssueCause } from '../../shared/issues/diagnosis'
import type { Pause } from '../../shared/issues/issue'

/** Times in ms since 1970. */
export interface TrendIssue {
  /** Any number that is the same for all issues of a connector. */
  connector: number
  cause: IssueCause
  openedAt: number
  closedAt: number | null
  /** False for issues open at the first look: their opening time is unknown. */
  seenToOpen: boolean
  /** `became`: another diagnosis replaced it at once. null while it is open. */
  ended: 'recovered' | 'became' | 'gone' | null
  owner: string
  /** When it waited for the customer. Absent: this computer did not see it. */
  waits?: readonly Pause[]
}

export interface Relink {
  connector: number
  openedAt: number
  closedAt: number | null
  seenToOpen: boolean
  /** It closed because the connector was deleted. */
  deleted: boolean
}

/**
 * A relink continues during a possible outage: that diagnosis takes precedence and says nothing about the connection.
 * @param issues issues, grouped by connector, oldest first
 */
export function relinksIn(issues: readonly TrendIssue[]): Relink[] {
  const relinks: Relink[] = []
  let current: Relink | undefined
  let before: TrendIssue | undefined
  for (const one of issues) {
    const follows = before?.connector === one.connector && before.ended === 'became' && before.closedAt === one.openedAt
    if (!follows || (one.cause !== 'relink' && one.cause !== 'incident')) current = undefined
    if (current) {
      current.closedAt = one.closedAt
      current.deleted = one.ended === 'gone'
    } else if (one.cause === 'relink') {
      const { connector, openedAt, closedAt, seenToOpen, ended } = one
      relinks.push((current = { connector, openedAt, closedAt, seenToOpen, deleted: ended === 'gone' }))
    }
    before = one
  }
  return relinks
}
