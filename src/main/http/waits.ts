import { AppError } from '../../shared/errors'
import type { Wait } from '../../shared/model/walk'
import { elapsed, waitUntil, type Clock } from '../base/clock'
import { keyOf, type Budgets, type BudgetScope } from './budget'
import type { Call } from './call'
import type { LoggedCall } from './call-log'
import { Turns } from './turns'

/** How a call went so far. */
export type Tally = Pick<LoggedCall, 'tries' | 'waitedMs' | 'limited'>

/** What calls wait for before they leave: a token that rests, their turn, or a try that may pass. */
export class Waits {
  private readonly turns = new Turns()

  constructor(
    private readonly budgets: Budgets,
    private readonly clock: Clock
  ) {}

  /**
   * Waits while the token rests, whichever request met the 429; looks again after it, as the rest may have grown.
   * @throws AppError rate-limited where it rests for longer than the call waits; cancelled
   */
  async rest(call: Call, scope: BudgetScope, tally: Tally): Promise<void> {
    const { budgets, clock } = this
    for (let wait = budgets.resting(scope); wait && wait.until > clock.now(); wait = budgets.resting(scope)) {
      const leftMs = wait.until - clock.now()
      if (leftMs > (call.longestWaitMs ?? Infinity)) {
        throw new AppError('rate-limited', 'The API asked us to wait (rate limit).', {
          status: 429,
          retryAfterMs: leftMs
        })
      }
      await this.show(call, wait, tally, budgets.lifted(scope))
    }
  }

  /** Pages of walks that share a token take turns while little of it is left; what else is asked goes at once. */
  async inTurn<T>(call: Call, scope: BudgetScope, tally: Tally, run: () => Promise<T>): Promise<T> {
    if (!call.paged || !this.budgets.isScarce(scope, this.clock.now())) return run()
    const end = await this.turns.take(keyOf(scope), call.signal)
    try {
      // The turn before may have used up what was left.
      await this.rest(call, scope, tally)
      return await run()
    } finally {
      end()
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
