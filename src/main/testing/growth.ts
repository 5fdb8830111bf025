export interface Sample {
  /** s since the beginning */
  at: number
  value: number
}

export interface Growth {
  slope: number
  /** The line's relative gain from its beginning to its end. */
  part: number
}

/** Least squares. @throws Error for fewer than two moments */
export function growthOf(samples: readonly Sample[]): Growth {
  const meanAt = mean(samples.map(({ at }) => at))
  const meanValue = mean(samples.map(({ value }) => value))
  const spread = samples.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0)
  if (!(spread > 0)) throw new Error('There is no growth without two moments.')
  const slope = samples.reduce((sum, { at, value }) => sum + (at - meanAt) * (value - meanValue), 0) / spread
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0]
  const beginning = meanValue + slope * (first - meanAt)
  return { slope: slope * 3_600, part: (slope * (last - first)) / beginning }
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
