import { AppError } from '../../shared/errors'
import { longestSleep, type IssueChange } from '../../shared/issues/issue'
import { providerSays, type StatusPage } from '../../shared/lookups/status-page'
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

/** What providers say of the integrations that have issues. */
export interface WatchedPages {
  /** Asks them again if it is time, beside what the operator waits for. */
  look(place: Place, integrations: ReadonlySet<string>): void
  list(place: Place): Promise<StatusPage[]>
}

/** Whose page shows no open incident, and whose shows one. */
export function providersIn(pages: readonly StatusPage[]): { calm: Calm[]; down: string[] } {
  const said = pages.map(({ integration, read, state }) => ({
    integration,
    ...providerSays(state === 'offered' ? null : read)
  }))
  return {
    calm: said.flatMap(({ integration, open, readAt }) =>
      open === 'no' && readAt !== null ? { integration, readAt } : []
    ),
    down: said.filter(({ open }) => open === 'yes').map(({ integration }) => integration)
  }
}

/** A snooze that an operator ended: the same one again is Undo, and goes on where it was. */
export interface EndedSnooze {
  until: number
  wake: Wake
}

/**
 * @param subject as last seen; undefined if it was not
 * @param last the newest issue's number
 * @param ended the snooze before
 * @throws AppError invalid-input if the customer has connected already
 */
export function waitFor(
  change: IssueChange,
  subject: Subject | undefined,
  last: number,
  at: number,
  ended?: EndedSnooze
): { change: IssueChange; wake: Wake | null } {
  const { wakes: when, snoozedUntil } = change
  if (!when || typeof snoozedUntil !== 'number') return { change, wake: null }
  const capped = { ...change, snoozedUntil: Math.min(snoozedUntil, at + longestSleep) }
  if (!subject) return { change: capped, wake: null }
  if (when === 'connects' && !needsCustomer(subject))
    throw new AppError('invalid-input', `${subject.connector.endUser} has connected meanwhile. No snooze was changed.`)
  const isSame = ended?.until === snoozedUntil && ended.wake.when === when
  return { change: capped, wake: isSame ? ended.wake : { when, at, ...known(subject), last } }
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
