const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Few enough bars to press each. `step` in ms. */
export const spans = [
  { value: 'hour', step: 2 * minute, bars: 30, marks: 5 },
  { value: 'day', step: hour, bars: 24, marks: 4 },
  { value: 'week', step: 6 * hour, bars: 28, marks: 4 },
  { value: 'month', step: day, bars: 30, marks: 5 },
  { value: 'all', step: 14 * day, bars: 26, marks: 4 }
] as const
export type SpanName = (typeof spans)[number]['value']

/** ms since 1970; excludes `until` */
export interface TimeSpan {
  since: number
  until: number
}

export interface ChartTime extends TimeSpan {
  bars: number
  /** ms per bar */
  step: number
  /** Bars per axis label. */
  marks: number
}

/** Whole steps of this time zone, ending with the one that contains `now`. */
export function spanAt(name: SpanName, now: number): ChartTime {
  const { step, bars, marks } = spans.find(({ value }) => value === name) ?? spans[1]
  const zone = new Date(now).getTimezoneOffset() * minute
  const until = (Math.floor((now - zone) / step) + 1) * step + zone
  return { since: until - bars * step, until, bars, step, marks }
}
