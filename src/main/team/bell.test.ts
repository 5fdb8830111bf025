import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TeamBell } from './sync'

const { signal } = new AbortController()
let bell: TeamBell
let looks: number

async function looking(): Promise<void> {
  for (;;) {
    await bell.heard(60_000, signal)
    looks++
  }
}
beforeEach(() => {
  vi.useFakeTimers()
  bell = new TeamBell()
  looks = 0
  void looking()
})
afterEach(() => vi.useRealTimers())

describe('a bell', () => {
  it('that rang for others once is heard, soon', async () => {
    await vi.advanceTimersByTimeAsync(10_000)
    bell.ringForOthers()
    await vi.advanceTimersByTimeAsync(0)
    expect(looks).toBe(1)
    bell.ringForOthers()
    await vi.advanceTimersByTimeAsync(250)
    expect(looks).toBe(2)
  })

  it('@attack that rings for others 10,000 times a second is heard four times', async () => {
    for (let at = 0; at < 10_000; at++) {
      bell.ringForOthers()
      if (at % 10 === 0) await vi.advanceTimersByTimeAsync(1)
    }
    expect(looks).toBe(4)
  })

  it('rings at once for what is done here, and for nothing that was heard already', async () => {
    bell.ringForOthers()
    bell.ring()
    await vi.advanceTimersByTimeAsync(0)
    expect(looks).toBe(1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(looks).toBe(1)
  })
})
