import { expect, test } from 'vitest'
import { listWindow, scrollToMiddle, scrollToRow } from './list-window'

test('a short list is drawn where it is', () => {
  const seen = listWindow({ scrollTop: 1800, viewport: 400, rows: 10_000, rowHeight: 18 })
  expect(seen).toMatchObject({ height: 180_000, first: 100, last: 122, from: 90, step: 18 })
  expect(seen.offset).toBe(90 * 18)
  const none = listWindow({ scrollTop: 0, viewport: 400, rows: 0, rowHeight: 18 })
  expect(none).toMatchObject({ height: 0, first: -1, last: -1, from: 0, to: 0 })
})

test('no two rows drawn at once share a slot, wherever the list is scrolled to', () => {
  for (const viewport of [0, 1, 29, 30, 31, 400, 612])
    for (let scrollTop = 0; scrollTop < 300; scrollTop += 7) {
      const { from, to, slots } = listWindow({ scrollTop, viewport, rows: 1_000, rowHeight: 30 })
      expect(to - from).toBeLessThanOrEqual(slots)
    }
})

test('a row that is seen whole does not move the list; another comes to the nearer edge, or to the middle', () => {
  const list = { scrollTop: 300, viewport: 300, rows: 100, rowHeight: 30 }
  expect([10, 19].map((row) => scrollToRow(row, list))).toEqual([300, 300])
  expect([9, 20, 0].map((row) => scrollToRow(row, list))).toEqual([270, 330, 0])
  expect([50, 1].map((row) => scrollToMiddle(row, list))).toEqual([1_350, 0])
})

test('millions of lines stay in a box that can be laid out, and both ends can be reached', () => {
  const list = { scrollTop: 0, viewport: 500, rows: 4_000_000, rowHeight: 18 }
  const { height, step, first } = listWindow(list)
  expect(height).toBeLessThan(16_000_000)
  expect(step).toBeLessThan(18)
  expect(first).toBe(0)
  const end = listWindow({ ...list, scrollTop: height - 500 })
  expect(end.last).toBe(list.rows - 1)
  expect(end.offset + (list.rows - end.from) * 18).toBeCloseTo(height)
  const seen = listWindow({ ...list, scrollTop: scrollToMiddle(1_234_567, list) })
  expect(seen.first).toBeLessThanOrEqual(1_234_567)
  expect(seen.last).toBeGreaterThanOrEqual(1_234_567)
})
