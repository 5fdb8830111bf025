import { AppError } from '../../shared/errors'
import type { Wait } from '../../shared/connectors/refresh'
import { elapsed, waitUntil, type SteadyClock, cancelled, unless } from '../base/clock'
import { keyOf, type RateLimits, type RateLimitScope } from './rate-limit'
import type { Call } from './call'
import type { LoggedCall } from './call-log'
import { isSilence, longestStepMs } from './outage'
import { usualLimits } from './watch'

export type Tally = Pick<LoggedCall, 'tries' | 'waitedMs' | 'limited'>

/** A queue per name: refreshes that share a nearly used-up token get equal shares of the rest. */
export class Turns {
  private readonly last = new Map<string, Promise<void>>()

  /**
   * @returns a function that ends the turn
   * @throws AppError cancelled
   */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    const before = this.last.get(name) ?? Promise.resolve()
    let end: () => void = () => undefined
    const mine = new Promise<void>((resolve) => (end = resolve))
    const after = before.then(() => mine)
    this.last.set(name, after)
    void after.then(() => {
      if (this.last.get(name) === after) this.last.delete(name)
    })
    // A refresh takes thousands of turns with one signal: no listener may stay on it.
    await unless(signal, before).catch(() => undefined)
    if (!signal.aborted) return end
    end()
    throw cancelled()
  }
}

/** Waits before calls leave: for a resting token, for a turn, or between tries. */
export class Waits {
  private readonly turns = new Turns()
  /** Last answer to a call that had the turn, steady clock, ms. */
  private readonly heardAt = new Map<string, number>()
  /** Last time a call asked for, got or ended a turn, steady clock, ms. */
  private readonly lookedAt = new Map<string, number>()

  constructor(
    private readonly rateLimits: RateLimits,
    private readonly clock: SteadyClock
  ) {}

  /**
   * Waits while the token rests and checks again, because the rest may have grown.
   * @throws AppError rate-limited if the rest exceeds the call's wait; cancelled
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
   * Pages that share a nearly used-up token take turns; other calls leave at once.
   * @param run gets the start of the service's silence, steady clock, ms
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
      // The turn before may have used up the rest of the limit.
      const rested = tally.waitedMs
      await this.rest(call, scope, tally)
      // A rest proves that the service answered.
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

  /** A gap as long as a computer's sleep is no silence of the service. */
  private look(key: string): void {
    const now = this.clock.steady()
    if (now - (this.lookedAt.get(key) ?? now) > longestStepMs) this.heardAt.set(key, now)
    this.lookedAt.set(key, now)
  }

  /** Shows the silence of the running request, which may delay the turn. */
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
