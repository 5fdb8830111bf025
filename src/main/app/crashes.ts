/** How often the window is reloaded by itself within a minute. */
export const mostReloads = 3
const minuteMs = 60_000

/**
 * What to do about a window whose process ended.
 *
 * @param before when it ended before and was reloaded by itself, ms of a clock that only goes on
 * @param now when it ended this time, by the same clock
 * @returns whether to reload it by itself, and the times to give as `before` the next time
 */
export function afterCrash(before: readonly number[], now: number): { reload: boolean; times: number[] } {
  const recent = before.filter((at) => now - at < minuteMs)
  const reload = recent.length < mostReloads
  return { reload, times: reload ? [...recent, now] : recent }
}
