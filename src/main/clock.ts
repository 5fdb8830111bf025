import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../shared/errors'

/** Time and chance as arguments, so that tests need neither sleeps nor luck. */
export interface Clock {
  /** ms since 1970 */
  now(): number
  /** Resolves after `ms`; rejects with `cancelled` when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** 0 ≤ x < 1 */
  random(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal })
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

/** Waits until an absolute time (ms since 1970), however far off, across the computer's sleep. */
export async function waitUntil(deadline: number, clock: Clock, signal: AbortSignal): Promise<void> {
  for (let left = deadline - clock.now(); left > 0; left = deadline - clock.now()) {
    if (signal.aborted) throw cancelled()
    await clock.sleep(Math.min(left, longestNap), signal)
  }
}
