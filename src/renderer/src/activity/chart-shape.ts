import type { CallBucket } from '../../../shared/activity/call'
import { dayTime, hourMinute } from '../kit/format'
import { dates } from '../kit/locale'
import { activityWords } from './words'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const weekday = dates({ weekday: 'short', day: 'numeric' })
const dayMonth = dates({ day: 'numeric', month: 'short' })

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

/** px */
export const barsHeight = 52
export const linesHeight = 30
export const between = 10
/** px */
const least = 3

export interface Bar {
  bucket: CallBucket
  /** Fractions of the chart's width, 0–1. */
  left: number
  width: number
  /** px from the bottom */
  parts: { kind: 'good' | 'limited' | 'failed'; y: number; height: number }[]
  name: string
}

/** A call that failed after a 429 counts once, as failed. */
function partsOf({ calls, failed, limited }: CallBucket, most: number): Bar['parts'] {
  const shown = {
    good: 0,
    limited: Math.min(limited, calls - Math.min(failed, calls)),
    failed: Math.min(failed, calls)
  }
  shown.good = calls - shown.limited - shown.failed
  let y = barsHeight
  return (['good', 'limited', 'failed'] as const)
    .filter((kind) => shown[kind] > 0)
    .map((kind) => {
      const height = Math.max(least, (shown[kind] / most) * (barsHeight - 2 * least))
      y -= height
      return { kind, y, height }
    })
}

/** "12:00–13:00" or "6 Nov" */
export function barTime(at: number, { step, until }: ChartTime): string {
  if (step < 6 * hour) return `${hourMinute(at)}–${hourMinute(at + step)}`
  return step < 24 * hour ? `${dayTime(at, until)}–${hourMinute(at + step)}` : dayMonth.format(at)
}

export function barsOf(buckets: readonly CallBucket[], span: ChartTime): Bar[] {
  const most = Math.max(1, ...buckets.map(({ calls }) => calls))
  const whole = span.until - span.since
  return buckets.map((bucket) => ({
    bucket,
    left: (bucket.at - span.since) / whole,
    width: span.step / whole,
    parts: partsOf(bucket, most),
    name: activityWords.chart.bar(barTime(bucket.at, span), bucket)
  }))
}

/** SVG path with gaps for missing answers. `width` in px. */
export function chartLine(bars: readonly Bar[], of: 'median' | 'p95', most: number, width: number): string {
  let path = ''
  let end: Bar | null = null
  for (const bar of bars) {
    const value = bar.bucket[of]
    if (value === null) {
      end = null
      continue
    }
    const x = ((bar.left + bar.width / 2) * width).toFixed(1)
    const y = (linesHeight - 1 - (value / most) * (linesHeight - 3)).toFixed(1)
    const joins = end !== null && Math.abs(end.left + end.width - bar.left) < bar.width / 2
    // A single point needs a dash to be visible.
    path += joins ? `L${x} ${y}` : `M${Number(x) - 3} ${y}h3`
    end = bar
  }
  return path
}

/** At full hours and days of this time zone. */
export function axisOf({ since, until, bars, step, marks }: ChartTime): { left: number; word: string }[] {
  const zone = new Date(until).getTimezoneOffset() * 60_000
  return Array.from({ length: bars }, (_, bar) => ({ bar, begin: since + bar * step }))
    .filter(({ begin }) => Math.round((begin - zone) / step) % marks === 0)
    .map(({ bar, begin }) => ({
      left: bar / bars,
      word: step < 6 * hour ? hourMinute(begin) : (step < 24 * hour ? weekday : dayMonth).format(begin)
    }))
}
