import { expect, it } from 'vitest'
import type { Wait } from '../../shared/model/walk'
import { FakeClock, scripted, target } from '../testing/fakes'
import { Budgets } from './budget'
import { createClient } from './client'

const call = { asker: 'connectors', method: 'GET', path: '/x', signal: new AbortController().signal } as const

it('a token rests no longer for a clock that is set back meanwhile: neither who waits nor who comes then', async () => {
  const clock = new FakeClock()
  const limited = { status: 429, headers: { 'retry-after': '40' } }
  const transport = scripted([limited, { json: 1 }, limited, { json: 2 }])
  const budgets = new Budgets(() => undefined, clock)
  const client = createClient({ transport, clock, budgets, redact: (text) => text, log: () => undefined })
  const waits: (Wait | null)[] = []
  clock.duringNap = () => {
    if (clock.naps.length === 1) clock.time -= 3_600_000
  }
  await client.send(target, { ...call, onWait: (wait) => waits.push(wait) })
  expect(clock.naps).toEqual([15_000, 15_000, 10_000])
  expect(waits).toHaveLength(2)

  budgets.rest({ ...target, scope: 'bearer' }, { until: clock.now() + 9_000, reason: 'rate-limit', source: 'backoff' })
  clock.time -= 3_600_000
  expect(budgets.resting({ ...target, scope: 'bearer' })?.until).toBe(clock.now() + 9_000)
})

it('a Retry-After that is a date counts from the clock as it was when the answer came', async () => {
  const clock = new FakeClock(Date.parse('2026-03-01T12:00:00Z'))
  const until = { 'retry-after': 'Sun, 01 Mar 2026 12:00:20 GMT' }
  const transport = scripted([{ status: 429, headers: until }, { json: 1 }])
  const budgets = new Budgets(() => undefined, clock)
  const client = createClient({ transport, clock, budgets, redact: (text) => text, log: () => undefined })
  clock.duringNap = () => (clock.time -= clock.naps.length === 1 ? 3_600_000 : 0)
  await client.send(target, call)
  expect(clock.naps).toEqual([15_000, 5_000])
})
