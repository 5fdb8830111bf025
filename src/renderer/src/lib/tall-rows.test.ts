import { expect, test } from 'vitest'
import { scrollToTall, tallWindow } from './tall-rows'

test('a short list is drawn where it stands', () => {
  const seen = tallWindow(1800, 400, 10_000, 18)
  expect(seen).toMatchObject({ height: 180_000, first: 100, last: 122, from: 90 })
  expect(seen.offset).toBe(90 * 18)
  expect(tallWindow(0, 400, 0, 18)).toMatchObject({ first: -1, from: 0, to: 0 })
})

test('millions of lines stay in a box that can be laid out, and both ends can be reached', () => {
  const rows = 4_000_000
  const { height } = tallWindow(0, 500, rows, 18)
  expect(height).toBeLessThan(16_000_000)
  expect(tallWindow(0, 500, rows, 18).first).toBe(0)
  const end = tallWindow(height - 500, 500, rows, 18)
  expect(end.last).toBe(rows - 1)
  expect(end.offset + (rows - end.from) * 18).toBeCloseTo(height)
  const at = scrollToTall(1_234_567, { scrollTop: 0, viewport: 500, rows, rowHeight: 18 }, true)
  const seen = tallWindow(at, 500, rows, 18)
  expect(seen.first).toBeLessThanOrEqual(1_234_567)
  expect(seen.last).toBeGreaterThanOrEqual(1_234_567)
})
