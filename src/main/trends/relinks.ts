import type { IssueCause } from '../../shared/issues/diagnosis'

/** A case as trends look at it, wherever it is kept. Times in ms since 1970. */
export interface TrendIssue {
  /** Any name of its connector that is the same for all its cases. */
  connector: number
  cause: IssueCause
  openedAt: number
  closedAt: number | null
  /** Whether somebody looked before: what was open at the first look opened at a time that is not known. */
  seenToOpen: boolean
  /** How it closed; `became`: another diagnosis took its place at once. null while it is open. */
  ended: 'recovered' | 'became' | 'gone' | null
  owner: string
}

/** From when a connector needed a relink until it no longer did. */
export interface Relink {
  connector: number
  openedAt: number
  closedAt: number | null
  seenToOpen: boolean
  /** It closed as the connector was deleted. */
  deleted: boolean
}

/**
 * The relinks in the cases of connectors. While the connector is counted to a possible outage its relink goes on: that
 * diagnosis comes first, and says nothing of the connection.
 *
 * @param cases those of one connector together, oldest first
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
