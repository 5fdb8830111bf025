import { expect, test } from 'vitest'
import { afterCrash } from './crashes'

/** @param seconds when each crash happens, s */
function reloads(...seconds: number[]): boolean[] {
  let times: number[] = []
  return seconds.map((at) => {
    const after = afterCrash(times, at * 1_000)
    times = after.times
    return after.reload
  })
}

test('a window that crashes is reloaded three times within a minute, and no fourth time', () => {
  expect(reloads(0, 1, 2, 3, 59)).toEqual([true, true, true, false, false])
})

test('crashes that are a minute old do not count any more', () => {
  expect(reloads(0, 1, 2, 60, 60.5, 61)).toEqual([true, true, true, true, false, true])
  expect(reloads(0, 30, 60, 90, 120)).toEqual([true, true, true, true, true])
})
