import { expect, test } from 'vitest'
import { seeded } from './writer.mjs'

test('the moments are the same for the same seed', () => {
  const [one, other] = [seeded(7), seeded(7)]
  const first = Array.from({ length: 5 }, one)
  expect(Array.from({ length: 5 }, other)).toEqual(first)
  expect(Array.from({ length: 5 }, seeded(8))).not.toEqual(first)
  expect(first.every((value) => value >= 0 && value < 1)).toBe(true)
})
