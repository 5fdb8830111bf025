import type { Ended } from './outcome'

/** ms */
const firstRetry = 5_000
const longestRetry = 10 * 60_000
/** A token or a right does not come back by itself: a person has to act. */
const afterRefusal = 15 * 60_000
/** So soon a walker that died is replaced, with the time that its lease still holds. */
const whileHeld = 5_000

/** Younger than this, data is not walked again, as a share of the schedule: turns come up to a twentieth early. */
const freshShare = 0.9

/** @param ageMs of the newest walk; null where there is none */
export const isDue = (ageMs: number | null, everyMs: number): boolean => ageMs === null || ageMs >= everyMs * freshShare

/**
 * How long until the next turn. Walkers that were started together drift apart, and a service that comes back is not
 * met by all of them at once.
 *
 * @param failures how many turns in a row ended `away`, with this one
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
