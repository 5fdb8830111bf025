import { toAppError, type AppErrorShape } from '../../shared/errors'
import { openingWords, openSummary, type TeamOpening } from '../../shared/team/openings'
import { elapsed, waitUntil } from '../base/clock'
import type { Target } from '../http/call'
import { holdLease } from '../team/refresh/lease'
import { Refusal, Trouble } from '../team/trouble'
import type { Figures } from './figures'
import type { Ended, Outcome } from './outcome'
import type { Say } from './output'
import type { Session, TeamDoor } from './session'
import { refreshAndPublish, type RefreshParts } from './refresh'
import { refreshTotals, type CategoryRefresh, type RefreshProgress } from '../../shared/connectors/refresh'
import { partOf } from '../store/tables/connectors/refreshes'

/** ms */
const firstRetry = 5_000
const longestRetry = 10 * 60_000
/** A token or a right does not recover: a person has to act. */
const afterRefusal = 15 * 60_000
/** Replaces a dead walker soon, after its remaining lease. */
const whileHeld = 5_000

/** Younger data needs no refresh, as a share of the schedule: turns come up to a twentieth early. */
const freshShare = 0.9

/** @param ageMs of the newest refresh; null for none */
export const isDue = (ageMs: number | null, everyMs: number): boolean => ageMs === null || ageMs >= everyMs * freshShare

/**
 * Random, so that walkers drift apart and do not all meet a recovering service at once.
 * @param failures turns in a row that ended `away`, with this one
 * @param everyMs the schedule
 * @param random 0 ≤ x < 1
 * @returns ms
 */
export function pauseAfter({ outcome, ageMs }: Ended, failures: number, everyMs: number, random: number): number {
  const spread = 0.95 + random / 10
  switch (outcome) {
    case 'away':
      return Math.min(everyMs, longestRetry, firstRetry * 2 ** (failures - 1)) * (0.5 + random / 2)
    case 'refused':
      return Math.max(everyMs, afterRefusal) * spread
    case 'held':
      return whileHeld * spread
    case 'fresh':
      return Math.max(whileHeld, everyMs - (ageMs ?? 0)) * spread
    default:
      return everyMs * spread
  }
}

/** A category closed to the token (403) is no failure while others are open. */
export function outcomeOf({ categories }: RefreshProgress): Outcome {
  const states = categories.map((category) => partOf(category).state)
  if (states.includes('cancelled')) return 'stopped'
  const done = states.includes('done')
  if (!states.includes('failed')) return done ? 'walked' : 'refused'
  if (done) return 'in-part'
  return failuresOf(categories).every(({ code }) => code === 'unauthorized') ? 'refused' : 'away'
}

export const failuresOf = (categories: readonly CategoryRefresh[]): AppErrorShape[] =>
  categories.flatMap((category) => (partOf(category).state === 'failed' && category.error ? category.error : []))

/** Counts and reasons; a reason common to all categories once. */
export function refreshWords(progress: RefreshProgress): string {
  const { categories } = progress
  const reasons = new Set(categories.map(({ error }) => error?.message))
  const [only] = reasons
  if (reasons.size === 1 && only !== undefined) return only
  const { items, pages } = refreshTotals(progress)
  const failures = categories.flatMap(({ category, error }) => (error ? [`${category}: ${error.message}`] : []))
  return [`${items} connectors in ${pages} pages`, ...failures].join('; ')
}

export interface ServiceWalkerParts extends RefreshParts {
  target: Target
  door: TeamDoor
  figures: Figures
  say: Say
  everyMs: number
}

/** By the age of the newest refresh, ms. */
type Wanted = (ageMs: number | null) => boolean

/** Never two turns at once. */
export class ServiceWalker {
  private lastWords = ''
  private lastOpen = ''

  constructor(private readonly parts: ServiceWalkerParts) {}

  async run(signal: AbortSignal): Promise<void> {
    const { clock, everyMs } = this.parts
    for (let failures = 0; !signal.aborted;) {
      const ended = await this.turn(signal, (ageMs) => isDue(ageMs, everyMs))
      failures = ended.outcome === 'away' ? failures + 1 : 0
      const pause = pauseAfter(ended, failures, everyMs, clock.random())
      await waitUntil(clock.now() + pause, clock, signal).catch(() => undefined)
    }
  }

  /** Refreshes regardless of age. */
  once(signal: AbortSignal): Promise<Ended> {
    return this.turn(signal, () => true)
  }

  private async turn(signal: AbortSignal, wanted: Wanted): Promise<Ended> {
    const { door, figures, target } = this.parts
    let session: Session | null = null
    try {
      session = await door.open(target, signal)
      figures.databaseConnected = true
      this.sayOpen(session.open)
      return figures.ended(await this.refresh(session, signal, wanted))
    } catch (thrown) {
      return figures.ended(this.failed(thrown, signal))
    } finally {
      figures.leaseHeld = false
      session?.connection.end()
    }
  }

  private async refresh({ connection, of, ageMs }: Session, signal: AbortSignal, wanted: Wanted): Promise<Ended> {
    const { target, figures, clock } = this.parts
    if (ageMs !== null) figures.refreshedAt = clock.now() - ageMs
    if (!wanted(ageMs)) {
      this.sayOnce('The newest walk is younger than the schedule: waiting.')
      return { outcome: 'fresh', ageMs }
    }
    const lease = await holdLease(connection, of)
    if (!lease) {
      this.sayOnce('Another walks this service.')
      return { outcome: 'held', ageMs }
    }
    figures.leaseHeld = true
    const startedAt = clock.now()
    const { progress, counts, lagMs } = await refreshAndPublish(this.parts, { connection, lease, target }, signal)
    const outcome = outcomeOf(progress)
    for (const { code } of failuresOf(progress.categories)) figures.failed(code)
    Object.assign(figures, { refreshMs: elapsed(startedAt, clock) - lagMs, publishLagMs: lagMs })
    if (outcome === 'walked' || outcome === 'in-part')
      Object.assign(figures, { refreshedAt: clock.now(), connectors: counts })
    this.say(outcome === 'refused' || outcome === 'away', refreshWords(progress))
    return { outcome, ageMs: 0 }
  }

  private failed(thrown: unknown, signal: AbortSignal): Ended {
    const { figures } = this.parts
    if (signal.aborted) return { outcome: 'stopped', ageMs: null }
    if (thrown instanceof Trouble) {
      figures.databaseConnected = false
      figures.failed(`database-${thrown.step}`)
    } else figures.failed(toAppError(thrown).code)
    this.sayOnce(thrown instanceof Trouble ? `The database: ${thrown.message}` : toAppError(thrown).message)
    return { outcome: thrown instanceof Refusal ? 'refused' : 'away', ageMs: null }
  }

  /** Logs a change once. `--check` says what to run. */
  private sayOpen(open: readonly TeamOpening[]): void {
    const { figures, say } = this.parts
    figures.databaseOpen = open.length
    const words = [openSummary, ...open.map((one) => openingWords[one]), '--check says what to run.'].join(' ')
    if (open.length > 0 && words !== this.lastOpen) say(`The database: ${words}`)
    this.lastOpen = open.length > 0 ? words : ''
  }

  /** @param once skips a repetition */
  private say(once: boolean, words: string): void {
    if (once && words === this.lastWords) return
    this.lastWords = words
    this.parts.say(`${this.parts.target.baseUrl}: ${words}`)
  }

  private sayOnce(words: string): void {
    this.say(true, words)
  }
}
