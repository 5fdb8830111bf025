import { expect, it } from 'vitest'
import { systemClock, momentOf, setBackSince, waitUntil } from './clock'
import { FakeClock } from '../testing/fakes'

const hour = 3_600_000
const { signal } = new AbortController()

it.each([
  ['set back by an hour', -hour, [15_000, 15_000, 10_000]],
  ['put right by half a second', -500, [15_000, 15_000, 10_000]],
  ['beyond the end, as after a closed lid', hour, [15_000]],
  ['forward, as after a short sleep', 20_000, [15_000, 5_000]]
])('a wait of 40 s with the clock on the wall %s', async (_, jump, naps) => {
  const clock = new FakeClock()
  clock.duringNap = () => {
    clock.duringNap = undefined
    clock.time += jump
  }
  await waitUntil(clock.now() + 40_000, clock, signal)
  expect(clock.naps).toEqual(naps)
})

it.each([
  [-hour, hour],
  [-500, 0],
  [hour, 0]
])('a clock that jumps by %i ms was set back by %i', async (jump, back) => {
  const clock = new FakeClock()
  const then = momentOf(clock)
  await clock.sleep(5_000, signal)
  clock.time += jump
  expect(setBackSince(then, clock)).toBe(back)
})

it('a sleep is over when the clock on the wall says so, never before', async () => {
  const { signal } = new AbortController()
  const sleeps = Array.from({ length: 500 }, async (_, at) => {
    const [began, ms] = [Date.now(), 1 + (at % 40)]
    await systemClock.sleep(ms, signal)
    return Date.now() - began - ms
  })
  expect(Math.min(...(await Promise.all(sleeps)))).toBeGreaterThanOrEqual(0)
})
