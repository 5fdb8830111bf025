/**
 * The smallest value that at least `part` of all values do not exceed (nearest rank, as SQL's `percentile_disc`): it is
 * always one that occurred. @param sorted ascending @returns null where there are none
 */
export function percentile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null
}
