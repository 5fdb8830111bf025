import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../shared/errors'

/** Time and chance as arguments, so that tests need neither sleeps nor luck. */
export interface Clock {
  /** ms since 1970 */
  now(): number
  /** Resolves after `ms`; rejects with `cancelled` when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** 0 ≤ x < 1 */
  random(): number
}

/** One that also gives a time that setting the system clock does not change. */
export interface SteadyClock extends Clock {
  /** ms since some moment; it may stand still while the computer sleeps. */
  steady(): number
}

export const systemClock: SteadyClock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  random: () => Math.random(),
  async sleep(ms, signal) {
    try {
      // Timers may end a millisecond early by the system clock: a caller that compares with it would wait twice.
      await delay(Math.ceil(ms) + 1, undefined, { signal })
    } catch {
      throw cancelled()
    }
  }
}

export function cancelled(): AppError {
  return new AppError('cancelled', 'Cancelled.')
}

/** ms since an earlier look at the clock; none where it was set back meanwhile. */
export const elapsed = (since: number, clock: Pick<Clock, 'now'>): number => Math.max(0, clock.now() - since)

/** A laptop's sleep stops timers: looking at the clock this often keeps a wait honest, and far below 2^31−1 ms. */
const longestNap = 15_000

/**
 * Waits until an absolute time (ms since 1970), however far off, across the computer's sleep. What was slept is over
 * whatever the clock on the wall says (timers run on a steady one), so setting it back makes no wait longer.
 */
export async function waitUntil(deadline: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let left = deadline - clock.now()
  while (left > 0) {
    if (signal.aborted) throw cancelled()
    const nap = Math.min(left, longestNap)
    await clock.sleep(nap, signal)
    left = Math.min(left - nap, deadline - clock.now())
  }
}

/** Two clocks looked at together. */
export interface Moment {
  wall: number
  steady: number
}

export const momentOf = (clock: SteadyClock): Moment => ({ wall: clock.now(), steady: clock.steady() })

/** ms by which the clock on the wall was set back since then; corrections of less than a second are none. */
export function setBackSince({ wall, steady }: Moment, clock: SteadyClock): number {
  const back = clock.steady() - steady - (clock.now() - wall)
  return back < 1_000 ? 0 : back
}
