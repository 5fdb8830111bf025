import { describe, expect, it } from 'vitest'
import { bucketsOf, type ChartedCall } from './buckets'

const call = (at: number, change: Partial<ChartedCall> = {}): ChartedCall => ({
  at,
  status: 200,
  error: null,
  probe: 0,
  limited: 0,
  ms: 10,
  ...change
})
const spans = { since: 100, until: 200, buckets: 4 }

describe('bucketsOf', () => {
  it('puts each call into its span, and leaves no span out', () => {
    const buckets = bucketsOf([call(100), call(124), call(125), call(199)], spans)
    expect(buckets.map(({ at, calls }) => [at, calls])).toEqual([
      [100, 2],
      [125, 1],
      [150, 0],
      [175, 1]
    ])
    expect(buckets[2]).toEqual({ at: 150, calls: 0, limited: 0, failed: 0, median: null, p95: null })
  })

  it.each([
    [[7], 7, 7],
    [[3, 1, 2], 2, 3],
    [[4, 3, 2, 1], 2, 4],
    [Array.from({ length: 100 }, (_, index) => 100 - index), 50, 95]
  ])('gives median and p95 of %j', (times, median, p95) => {
    const [bucket] = bucketsOf(
      times.map((ms) => call(100, { ms })),
      { ...spans, buckets: 1 }
    )
    expect(bucket).toMatchObject({ median, p95 })
  })

  it('counts every 429, what failed, and leaves out the time of what was not answered', () => {
    const calls = [
      call(100, { limited: 2 }),
      call(100, { status: 429, limited: 8 }),
      call(100, { status: 503 }),
      call(100, { status: null, error: 'timeout', ms: 120_000 }),
      call(100, { status: null, error: 'cancelled', ms: 99 })
    ]
    expect(bucketsOf(calls, { ...spans, buckets: 1 })).toEqual([
      { at: 100, calls: 5, limited: 10, failed: 3, median: 10, p95: 10 }
    ])
  })

  it('takes a refused probe for an answer, a broken one for a failure', () => {
    const calls = [422, 500, 408].map((status) => call(100, { status, probe: 1 }))
    expect(bucketsOf(calls, { ...spans, buckets: 1 })).toMatchObject([{ calls: 3, failed: 2 }])
  })

  it('has no span without a time', () => {
    expect(bucketsOf([], { since: 5, until: 5, buckets: 3 })).toEqual([])
  })
})
