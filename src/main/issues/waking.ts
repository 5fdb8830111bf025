import { AppError } from '../../shared/errors'
import { longestSleep, type IssueChange } from '../../shared/issues/issue'
import type { Place } from '../../shared/workspaces/place'
import type { Tables } from '../store/kept-store'
import type { OpenEpisode, Wake } from '../store/tables/connectors/episodes'
import type { Subject } from './triage/subject'
import type { Triage } from './triage/triage'

/** Whose status page was read at this time, and shows no open incident. */
export interface Calm {
  integration: string
  /** ms since 1970 */
  readAt: number
}

/** So many other connectors of the integration. */
const more = 10

/** What is known of a connector: a snooze that waits compares with it later. */
function known(subject: Subject): Pick<Wake, 'failed' | 'rejected' | 'completed'> {
  const { connector, memory } = subject
  const dead = memory.access?.said === 'dead' ? memory.access.at : null
  const newest = Math.max(connector.relinkNeededAt ?? 0, memory.relinkTurnedAt ?? 0, dead ?? 0)
  return {
    failed: connector.syncStatus === 'Failed' ? (connector.lastSyncStart ?? 0) : memory.failedStart,
    rejected: needsCustomer(subject) ? newest : dead,
    completed: connector.completedAt
  }
}

const needsCustomer = ({ connector: { status } }: Subject) => status === 'RELINK_NEEDED'

const isNewer = (now: number | null, before: number | null) => now !== null && (before === null || now > before)

/**
 * @param subject as last seen; undefined if it was not
 * @param last the newest issue's number
 * @throws AppError invalid-input if the customer has connected already
 */
export function waitFor(
  change: IssueChange,
  subject: Subject | undefined,
  last: number,
  at: number
): { change: IssueChange; wake: Wake | null } {
  const { wakes: when, snoozedUntil } = change
  if (!when || typeof snoozedUntil !== 'number' || !subject) return { change, wake: null }
  if (when === 'connects' && !needsCustomer(subject))
    throw new AppError('invalid-input', `${subject.connector.endUser} has connected meanwhile. No snooze was changed.`)
  return {
    change: { ...change, snoozedUntil: Math.min(snoozedUntil, at + longestSleep) },
    wake: { when, at, ...known(subject), last }
  }
}

/** Ends the snoozes that waited for what has come, and those whose longest time is over. Each once. */
export function wakeIssues(
  { episodes }: Tables,
  place: Place,
  { subjects, around: { now } }: Triage,
  calm: readonly Calm[],
  asleep: ReadonlyMap<string, OpenEpisode>
): void {
  const counts = new Map<string, number>()
  const countFailing = (slug: string, after: number) => {
    const id = `${after} ${slug}`
    const count = counts.get(id) ?? episodes.countFailing(place, slug, after)
    counts.set(id, count)
    return count
  }

  function hasCome({ when, ...before }: Wake, subject: Subject): boolean {
    const { integrationSlug: slug } = subject.connector
    const { failed, rejected, completed } = known(subject)
    if (when === 'fails') return isNewer(failed, before.failed) || isNewer(rejected, before.rejected)
    if (when === 'ten-more') return countFailing(slug, before.last) >= more
    if (when === 'provider') return calm.some(({ integration, readAt }) => integration === slug && readAt > before.at)
    return !needsCustomer(subject) || isNewer(completed, before.completed)
  }

  for (const subject of subjects) {
    const episode = asleep.get(subject.key)
    if (!episode?.wake) continue
    if (hasCome(episode.wake, subject)) episodes.wake(episode, episode.wake.when, now)
    else if ((episode.snoozedUntil ?? 0) <= now) episodes.wake(episode, 'longest', now)
  }
}
