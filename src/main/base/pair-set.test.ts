import { expect, it } from 'vitest'
import { PairSet } from './pair-set'

it('knows each pair it was given, and no other, however many there are', () => {
  const set = new PairSet()
  for (let n = 0; n < 5_000; n++) expect(set.add(n, (n % 7) + 1)).toBe(true)
  expect(set.add(17, 4)).toBe(false)
  expect(set.has(17, 4)).toBe(true)
  expect(set.has(17, 5)).toBe(false)
  expect(set.has(5_000, 1)).toBe(false)
})

it('has all that belong to a first number', () => {
  const set = new PairSet()
  for (let n = 0; n < 500; n++) for (const second of [3, 1, 0xffffffff]) set.add(n, second)
  expect(set.secondsOf(77).sort()).toEqual([1, 3, 0xffffffff])
  expect(set.secondsOf(500)).toEqual([])
})

it('is looked into from another thread by its memory', () => {
  const set = new PairSet()
  set.add(1, 2)
  const other = new PairSet(set.memory)
  set.add(3, 4)
  expect([other.has(1, 2), other.has(3, 4), other.has(5, 6)]).toEqual([true, true, false])
})
