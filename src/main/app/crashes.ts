/** Automatic reloads within a minute. */
export const mostReloads = 3
const minuteMs = 60_000

/**
 * @param before times of earlier automatic reloads, ms of a monotonic clock
 * @param now ms of the same clock
 * @returns whether to reload, and the next `before`
 */
export function afterCrash(before: readonly number[], now: number): { reload: boolean; times: number[] } {
  const recent = before.filter((at) => now - at < minuteMs)
  const reload = recent.length < mostReloads
  return { reload, times: reload ? [...recent, now] : recent }
}
