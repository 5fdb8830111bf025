import { expect, test } from 'vitest'
import { goesOn, seeded } from './writer.mjs'

test('the moments are the same for the same seed', () => {
  const [one, other] = [seeded(7), seeded(7)]
  const first = Array.from({ length: 5 }, one)
  expect(Array.from({ length: 5 }, other)).toEqual(first)
  expect(Array.from({ length: 5 }, seeded(8))).not.toEqual(first)
  expect(first.every((value) => value >= 0 && value < 1)).toBe(true)
})

test('kills go on until there is a report, but not for ever', () => {
  const kills = (reports) => {
    let time = 1
    while (goesOn(time, 3, reports(time))) time++
    return time - 1
  }
  expect(kills((time) => time)).toBe(3)
  expect(kills((time) => Number(time > 6))).toBe(6)
  expect(() => kills(() => 0)).toThrow('13 writers were killed, and none reported.')
})
