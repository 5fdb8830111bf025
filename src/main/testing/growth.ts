/** One value of a series. */
export interface Sample {
  /** s since the beginning */
  at: number
  value: number
}

export interface Growth {
  /** Per hour, by the line that fits the samples best. */
  slope: number
  /** What the line gains from its beginning to its end, as a part of where it begins. */
  part: number
}

/** How a series grows, by least squares. @throws Error for fewer than two moments */
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
