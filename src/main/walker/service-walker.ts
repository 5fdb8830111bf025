import { toAppError } from '../../shared/errors'
import { openingWords, openSummary, type TeamOpening } from '../../shared/team/openings'
import { elapsed, waitUntil } from '../base/clock'
import type { Target } from '../http/call'
import { holdLease } from '../team/refresh/lease'
import { Refusal, Trouble } from '../team/trouble'
import type { Figures } from './figures'
import type { Ended } from './outcome'
import type { Say } from './output'
import { isDue, pauseAfter } from './schedule'
import type { Session, TeamDoor } from './session'
import { refreshAndPublish, type RefreshParts } from './refresh'
import { failuresOf, outcomeOf, refreshWords } from './refresh-words'

export interface ServiceWalkerParts extends RefreshParts {
  target: Target
  door: TeamDoor
  figures: Figures
  say: Say
  everyMs: number
}

/** Whether a walk is wanted, by the age of the newest one, ms. */
type Wanted = (ageMs: number | null) => boolean

/** Walks one service and publishes what it finds: one turn after the other, never two at once. */
export class ServiceWalker {
  private lastWords = ''
  private lastOpen = ''

  constructor(private readonly parts: ServiceWalkerParts) {}

  /** Walks on the schedule until the signal ends it. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, everyMs } = this.parts
    for (let failures = 0; !signal.aborted;) {
      const ended = await this.turn(signal, (ageMs) => isDue(ageMs, everyMs))
      failures = ended.outcome === 'away' ? failures + 1 : 0
      const pause = pauseAfter(ended, failures, everyMs, clock.random())
      await waitUntil(clock.now() + pause, clock, signal).catch(() => undefined)
    }
  }

  /** Walks now, however young the newest walk is. */
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

  /** Said once, until it is another. `--check` says what to run. */
  private sayOpen(open: readonly TeamOpening[]): void {
    const { figures, say } = this.parts
    figures.databaseOpen = open.length
    const words = [openSummary, ...open.map((one) => openingWords[one]), '--check says what to run.'].join(' ')
    if (open.length > 0 && words !== this.lastOpen) say(`The database: ${words}`)
    this.lastOpen = open.length > 0 ? words : ''
  }

  /** @param once whether the same words need not be repeated */
  private say(once: boolean, words: string): void {
    if (once && words === this.lastWords) return
    this.lastWords = words
    this.parts.say(`${this.parts.target.baseUrl}: ${words}`)
  }

  private sayOnce(words: string): void {
    this.say(true, words)
  }
}
