import { getHeapStatistics } from 'node:v8'
import { describe, expect, it, vi } from 'vitest'
import { worthCollecting } from '../../shared/at-rest'
import { collectThread, collectThreadAtRest } from './thread-heap'

describe('the heap of a thread', () => {
  it('loses at once what lies outside of it, too', async () => {
    const held = () => process.memoryUsage().external
    const before = held()
    let bytes: Buffer[] = Array.from({ length: 40 }, () => Buffer.alloc(1 << 20))
    expect(held() - before).toBeGreaterThan(bytes.length << 19)
    bytes = []
    await collectThread()
    expect(held() - before).toBeLessThan(1 << 22)
  })

  it('is without its garbage after a rest', async () => {
    vi.useFakeTimers()
    const happened = collectThreadAtRest()
    const rows: { n: number; text: string }[] = []
    for (let n = 0; n < 400_000; n++) rows.push({ n, text: `row ${n}` })
    const before = getHeapStatistics().used_heap_size
    rows.length = 0
    happened()
    vi.advanceTimersByTime(4_000)
    vi.useRealTimers()
    await expect.poll(() => before - getHeapStatistics().used_heap_size).toBeGreaterThan(worthCollecting)
  })
})
