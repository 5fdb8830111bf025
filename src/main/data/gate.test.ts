import { expect, it } from 'vitest'
import { FakeClock } from '../testing/fakes'
import { Gate } from './gate'

it('counts how long it held, and no negative time where the clock is set back meanwhile', async () => {
  const clock = new FakeClock()
  const gate = new Gate(clock)
  const { signal } = new AbortController()
  for (const jump of [5_000, -3_600_000]) {
    gate.set(true)
    const passed = gate.pass(signal)
    clock.time += jump
    expect(gate.pausedMs).toBe(5_000)
    gate.set(false)
    await passed
  }
  expect(gate.pausedMs).toBe(5_000)
})
