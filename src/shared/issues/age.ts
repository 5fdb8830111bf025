export const ageBuckets = ['<1d', '1-3d', '3-7d', '>7d'] as const
export type AgeBucket = (typeof ageBuckets)[number]

export const ageBucketNames: Record<AgeBucket, string> = {
  '<1d': '< 1 d',
  '1-3d': '1–3 d',
  '3-7d': '3–7 d',
  '>7d': '> 7 d'
}

const day = 86_400_000

/** Steps include their lower bound. A negative age (ms) counts as new. */
export function ageBucket(ageMs: number): AgeBucket {
  if (ageMs < day) return '<1d'
  if (ageMs < 3 * day) return '1-3d'
  return ageMs < 7 * day ? '3-7d' : '>7d'
}
