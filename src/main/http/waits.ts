import { AppError } from '../../shared/errors'
import type { Wait } from '../../shared/connectors/refresh'
import { elapsed, waitUntil, type SteadyClock } from '../base/clock'
import { keyOf, type RateLimits, type RateLimitScope } from './rate-limit'
import type { Call } from './call'
import type { LoggedCall } from './call-log'
import { isSilence, longestStepMs } from './outage'
import { Turns } from './turns'
import { usualLimits } from './watch'

/** How a call went so far. */
export type Tally = Pick<LoggedCall, 'tries' | 'waitedMs' | 'limited'>

/** What calls wait for before they leave: a token that rests, their turn, or a try that may pass. */
export class Waits {
  private readonly turns = new Turns()
  /** When something of the service was last heard by one whose turn it was, by the steady clock, ms. */
  private readonly heardAt = new Map<string, number>()
  /** When one who takes turns last asked, got the turn or ended it, by the steady clock, ms. */
  private readonly lookedAt = new Map<string, number>()

  constructor(
    private readonly rateLimits: RateLimits,
    private readonly clock: SteadyClock
  ) {}

  /**
   * Waits while the token rests, whichever request met the 429; looks again after it, as the rest may have grown.
   * @throws AppError rate-limited where it rests for longer than the call waits; cancelled
   */
  async rest(call: Call, scope: RateLimitScope, tally: Tally): Promise<void> {
    const { rateLimits, clock } = this
    for (let wait = rateLimits.resting(scope); wait && wait.until > clock.now(); wait = rateLimits.resting(scope)) {
      const leftMs = wait.until - clock.now()
      if (leftMs > (call.longestWaitMs ?? Infinity)) {
        throw new AppError('rate-limited', 'The API asked us to wait (rate limit).', {
          status: 429,
          retryAfterMs: leftMs
        })
      }
      await this.show(call, wait, tally, rateLimits.lifted(scope))
    }
  }

  /**
   * Pages of walks that share a token take turns while little of it is left; what else is asked goes at once.
   * @param run given since when the service has said nothing to it and to those before it, by the steady clock, ms
   */
  async inTurn<T>(
    call: Call,
    scope: RateLimitScope,
    tally: Tally,
    run: (silentSince: number) => Promise<T>
  ): Promise<T> {
    const { clock } = this
    const asked = clock.steady()
    if (!call.paged || !this.rateLimits.isScarce(scope, clock.now())) return run(asked)
    const key = keyOf(scope)
    const heard = () => this.heardAt.set(key, clock.steady())
    this.look(key)
    const end = await this.turn(call, scope)
    try {
      this.look(key)
      // The turn before may have used up what was left.
      const rested = tally.waitedMs
      await this.rest(call, scope, tally)
      // The service asked for the rest, so it has answered somebody.
      if (tally.waitedMs > rested) heard()
      const answer = await run(Math.max(asked, this.heardAt.get(key) ?? 0))
      heard()
      return answer
    } catch (thrown) {
      if (!isSilence(thrown)) heard()
      throw thrown
    } finally {
      this.look(key)
      end()
    }
  }

  /** No silence lasts as long as a sleep of the computer, which is none of the service: it counts as if it was heard. */
  private look(key: string): void {
    const now = this.clock.steady()
    if (now - (this.lookedAt.get(key) ?? now) > longestStepMs) this.heardAt.set(key, now)
    this.lookedAt.set(key, now)
  }

  /** Its silence is told as that of a request under way is, which may be why the turn does not come. */
  private async turn(call: Call, scope: RateLimitScope): Promise<() => void> {
    const since = Date.now()
    let told = false
    const timer = setTimeout(() => {
      told = true
      call.quiet?.({ what: 'turn', since })
    }, usualLimits.quietMs)
    try {
      return await this.turns.take(keyOf(scope), call.signal)
    } finally {
      clearTimeout(timer)
      if (told) call.quiet?.(null)
    }
  }

  async show(call: Call, wait: Wait, tally: Tally, lifted?: AbortSignal): Promise<void> {
    const { clock } = this
    const began = clock.now()
    call.onWait?.(wait)
    try {
      await waitUntil(wait.until, clock, lifted ? AbortSignal.any([call.signal, lifted]) : call.signal)
    } catch (thrown) {
      if (call.signal.aborted || !lifted?.aborted) throw thrown
    } finally {
      tally.waitedMs += elapsed(began, clock)
      call.onWait?.(null)
    }
  }
}
