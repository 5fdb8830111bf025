import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../shared/errors'

/** Injected time and chance: tests need no sleeps or luck. */
export interface Clock {
  /** ms since 1970 */
  now(): number
  /** Resolves after `ms`; rejects with `cancelled` when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** 0 ≤ x < 1 */
  random(): number
}

/** Also gives a time that changes of the system clock do not affect. */
export interface SteadyClock extends Clock {
  /** ms since some moment; may pause during the computer's sleep. */
  steady(): number
}

export const systemClock: SteadyClock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  random: () => Math.random(),
  async sleep(ms, signal) {
    try {
      // Timers may end a millisecond early by the system clock; a caller that compares would wait twice.
      await delay(Math.ceil(ms) + 1, undefined, { signal })
    } catch {
      throw cancelled()
    }
  }
}

export function cancelled(): AppError {
  return new AppError('cancelled', 'Cancelled.')
}

/** ms since an earlier reading; 0 if the clock was set back. */
export const elapsed = (since: number, clock: Pick<Clock, 'now'>): number => Math.max(0, clock.now() - since)

/** Timers stop during a laptop's sleep: short naps keep a wait honest, and far below 2^31−1 ms. */
const longestNap = 15_000

/**
 * Waits until a time (ms since 1970), also across the computer's sleep. Timers use a steady clock, so setting the wall
 * clock back makes no wait longer.
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

/** Both clocks at one moment. */
export interface Moment {
  wall: number
  steady: number
}

export const momentOf = (clock: SteadyClock): Moment => ({ wall: clock.now(), steady: clock.steady() })

/** ms the wall clock was set back since then; ignores corrections below a second. */
export function setBackSince({ wall, steady }: Moment, clock: SteadyClock): number {
  const back = clock.steady() - steady - (clock.now() - wall)
  return back < 1_000 ? 0 : back
}

/**
 * Waits for `work` until the signal fires. The work continues; its late result is dropped.
 * @throws the signal's reason
 */
export function unless<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(stop.reason as Error)
    if (stop.aborted) leave()
    stop.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', leave))
  })
}
