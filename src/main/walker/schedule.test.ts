import { expect, it } from 'vitest'
import type { TurnOutcome } from './figures'
import { isDue, pauseAfter, ServiceWalker, type ServiceWalkerParts } from './service-walker'
import { Figures } from './figures'
import { FakeClock, target } from '../testing/fakes'

const minute = 60_000
const every = 10 * minute
const least = 0
const most = 1 - 1e-9
const pause = (
  outcome: TurnOutcome,
  random: number,
  { failures = 0, ageMs = null as number | null, everyMs = every } = {}
) => pauseAfter({ outcome, ageMs }, failures, everyMs, random)

it('keeps to the schedule, within a twentieth', () => {
  for (const outcome of ['walked', 'in-part'] as const) {
    expect(pause(outcome, least)).toBeCloseTo(9.5 * minute)
    expect(pause(outcome, most)).toBeCloseTo(10.5 * minute)
  }
})

it('walks what it walked itself again, however early the turn, and leaves what another walked since', () => {
  expect(isDue(null, every)).toBe(true)
  expect(isDue(pause('walked', least), every)).toBe(true)
  expect(isDue(5 * minute, every)).toBe(false)
})

it('comes back when what another walked is as old as the schedule, and soon while another walks', () => {
  expect(pause('fresh', 0.5, { ageMs: 4 * minute })).toBeCloseTo(6 * minute)
  expect(isDue(4 * minute + pause('fresh', least, { ageMs: 4 * minute }), every)).toBe(true)
  expect(pause('fresh', 0.5, { ageMs: 100 * minute })).toBeCloseTo(5_000)
  expect(pause('held', most)).toBeLessThan(10_000)
})

it('tries soon again where something is away, then ever later, and never later than the schedule', () => {
  const pauses = Array.from({ length: 9 }, (_, index) =>
    Math.round(pause('away', most, { failures: index + 1 }) / 1_000)
  )
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600])
  expect(pause('away', most, { failures: 1_000, everyMs: minute })).toBeCloseTo(minute)
  expect(pause('away', most, { failures: 1_000, everyMs: 1_440 * minute })).toBeCloseTo(10 * minute)
  expect(pause('away', least, { failures: 1 })).toBeCloseTo(2_500)
})

it('does not hammer with a token that was refused', () => {
  expect(pause('refused', least, { everyMs: minute })).toBeGreaterThan(14 * minute)
  expect(pause('refused', least, { everyMs: 60 * minute })).toBeGreaterThan(56 * minute)
})

it('a check of mappings ends when the next refresh is due', async () => {
  const stop = new AbortController()
  let turns = 0
  const cut: boolean[] = []
  const open = async () => {
    if (++turns === 3) stop.abort()
    return { connection: { end: () => undefined }, open: [], ageMs: 0, of: {} }
  }
  const parts = {
    ...{ target, everyMs: every, clock: new FakeClock(), figures: new Figures(target.baseUrl), say: () => undefined },
    door: { open },
    alerts: { claim: async () => async () => undefined, wantsReport: () => false },
    mappings: {
      know: () => undefined,
      // One that takes long.
      check: (_: unknown, signal: AbortSignal) =>
        new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(void cut.push(!stop.signal.aborted)))
        )
    }
  }
  await new ServiceWalker(parts as unknown as ServiceWalkerParts).run(stop.signal)
  expect(cut).toEqual([true, true])
  expect(turns).toBe(3)
})
