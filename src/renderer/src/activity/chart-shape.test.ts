import { expect, test } from 'vitest'
import type { CallBucket } from '../../../shared/activity/call'
import { axisOf, barsHeight, barsOf, chartLine, spanAt, spans } from './chart-shape'

const now = new Date('2026-11-21T14:20:31').getTime()
const day = spanAt('day', now)
const bucket = (index: number, change: Partial<CallBucket> = {}): CallBucket => ({
  at: day.since + index * day.step,
  calls: 0,
  limited: 0,
  failed: 0,
  median: null,
  p95: null,
  ...change
})

test.each(spans)('$value is of whole steps, and now is in the last', ({ value, bars, step }) => {
  const { since, until } = spanAt(value, now)
  expect(until - since).toBe(bars * step)
  expect(until).toBeGreaterThan(now)
  expect(until - step).toBeLessThanOrEqual(now)
})

test('days begin at midnight here, hours at the full hour', () => {
  expect(new Date(spanAt('month', now).until).getHours()).toBe(0)
  expect(new Date(day.until).getMinutes()).toBe(0)
})

test('the parts of a bar are never more than its calls, and every existing part is large enough to be seen', () => {
  const [bar] = barsOf([bucket(0, { calls: 10, limited: 40, failed: 3 }), bucket(1, { calls: 5_000 })], day)
  expect(bar?.parts.map(({ kind }) => kind)).toEqual(['limited', 'failed'])
  const [small] = barsOf([bucket(0, { calls: 2, failed: 1 }), bucket(1, { calls: 100_000 })], day)
  expect(small?.parts.map(({ height }) => height)).toEqual([3, 3])
  const [high] = barsOf([bucket(0, { calls: 900, limited: 1, failed: 1 })], day)
  expect(high?.parts.at(-1)?.y).toBeGreaterThanOrEqual(0)
  expect(high?.parts[0]?.y).toBeLessThan(barsHeight)
})

test('the line is broken where nothing was answered, and a single point stays visible', () => {
  const medians = [100, 200, null, 300]
  const bars = barsOf(
    medians.map((median, index) => bucket(index, { median })),
    day
  )
  expect(chartLine(bars, 'median', 300, 240).match(/[MLh]/g)).toEqual(['M', 'h', 'L', 'M', 'h'])
  expect(chartLine(bars, 'p95', 300, 240)).toBe('')
})

test('times below the bars are full ones', () => {
  expect(axisOf(day).map(({ word }) => word)).toEqual(['16:00', '20:00', '00:00', '04:00', '08:00', '12:00'])
  expect(axisOf(spanAt('week', now)).map(({ word }) => word)).toContain('Sat 21')
})
