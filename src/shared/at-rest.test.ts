import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectAtRest, worthCollecting } from './at-rest'

describe('garbage at rest', () => {
  const restMs = 4_000
  let used = 0
  let busy = false
  const collect = vi.fn<() => Promise<void>>()
  const later = (act: () => void, ms: number) => void setTimeout(act, ms)
  let happened = () => {}

  beforeEach(() => {
    vi.useFakeTimers()
    collect.mockReset().mockImplementation(async () => void (used = 0))
    ;[used, busy] = [0, false]
    happened = collectAtRest({ restMs, used: () => used, collect }, later, () => busy)
  })
  afterEach(() => void vi.useRealTimers())

  it('is collected once, after nothing has happened for a while', () => {
    happened()
    used = worthCollecting
    vi.advanceTimersByTime(restMs - 1)
    happened()
    vi.advanceTimersByTime(restMs - 1)
    expect(collect).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(collect).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(10 * restMs)
    expect(collect).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stays where there is little of it, until there is more', () => {
    happened()
    used = worthCollecting - 1
    vi.advanceTimersByTime(restMs)
    expect(collect).not.toHaveBeenCalled()
    happened()
    used += 1
    vi.advanceTimersByTime(restMs)
    expect(collect).toHaveBeenCalledOnce()
  })

  it('is counted from what the last collection kept', async () => {
    collect.mockImplementationOnce(async () => void (used = worthCollecting))
    happened()
    used = 3 * worthCollecting
    await vi.advanceTimersByTimeAsync(restMs)
    happened()
    used += worthCollecting - 1
    vi.advanceTimersByTime(restMs)
    expect(collect).toHaveBeenCalledOnce()
  })

  it('stays where a runtime cannot collect it, and is tried again only when there is more', async () => {
    collect.mockRejectedValue(new Error('No inspector.'))
    used = worthCollecting
    for (let rest = 0; rest < 3; rest++) {
      happened()
      await vi.advanceTimersByTimeAsync(restMs)
    }
    expect(collect).toHaveBeenCalledOnce()
  })

  it('waits for work that says nothing', () => {
    busy = true
    happened()
    used = worthCollecting
    vi.advanceTimersByTime(5 * restMs)
    expect(collect).not.toHaveBeenCalled()
    busy = false
    vi.advanceTimersByTime(restMs)
    expect(collect).toHaveBeenCalledOnce()
  })
})
