import { expect, test } from 'vitest'
import { chartOf, decades, logScale } from './chart'

test('an axis goes from the power of ten below its values to the one above', () => {
  expect(decades([0.3, 22])).toEqual([0.1, 1, 10, 100])
  expect(decades([1_000, 100_000])).toEqual([1_000, 10_000, 100_000])
  expect(decades([10])).toEqual([10, 100])
})

test('ten times as much is always as far on an axis', () => {
  const at = logScale([1, 10, 100], 200, 0)
  expect([1, 10, 100].map(at)).toEqual([200, 100, 0])
})

const sizes = [1_000, 10_000, 100_000]
const linear = { name: 'main <here>', points: sizes.map((x) => ({ x, y: x / 100 })) }
const chart = chartOf({ title: 'Growth', label: 'connectors', panels: [{ label: 'memory, MB', lines: [linear] }] })

const numbers = (markup: string | undefined) => (markup?.match(/-?[\d.]+/g) ?? []).map(Number)

test('axes, lines and figures have their names, which are no markup', () => {
  for (const name of ['>connectors<', '>memory, MB<', '>1k<', '>100k<', '>1,000<', '● main &#60;here&#62;<'])
    expect(chart).toContain(name)
})

test('what grows linearly is as steep as the dashed lines', () => {
  const [x1 = 0, y1 = 0, , , x3 = 0, y3 = 0] = numbers(/points="([^"]+)"/.exec(chart)?.[1])
  const [dx1 = 0, dy1 = 0, dx2 = 0, dy2 = 0] = numbers(/<path d="(M[^M"]+)M[^"]*" [^>]*clip-path/.exec(chart)?.[1])
  expect((y3 - y1) / (x3 - x1)).toBeCloseTo((dy2 - dy1) / (dx2 - dx1), 2)
  expect(y3).toBeLessThan(y1)
})
