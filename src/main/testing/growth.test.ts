import { expect, it } from 'vitest'
import { growthOf } from './growth'

const series = (...values: number[]) => values.map((value, index) => ({ at: index * 60, value }))

it('is the line that fits best, however the samples swing', () => {
  expect(growthOf(series(100, 110, 120))).toEqual({ slope: 600, part: 0.2 })
  expect(growthOf(series(100, 100, 100)).part).toBe(0)
  expect(growthOf(series(100, 300, 300, 100))).toEqual({ slope: 0, part: 0 })
  expect(growthOf(series(120, 110, 100)).slope).toBe(-600)
})

it('wants two moments', () => {
  expect(() => growthOf(series(100))).toThrow('two moments')
  expect(() => growthOf([])).toThrow('two moments')
})
