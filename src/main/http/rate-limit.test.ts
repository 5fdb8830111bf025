import { describe, expect, it } from 'vitest'
import type { JobProgress } from '../../shared/base/job'
import type { Wait } from '../../shared/connectors/refresh'
import { cancelled } from '../base/clock'
import { Jobs } from '../base/jobs'
import { FakeClock, granted, scripted, target, type Scripted } from '../testing/fakes'
import { RateLimits } from './rate-limit'
import { createClient } from './client'

const call = { asker: 'connectors', method: 'GET', path: '/x', signal: new AbortController().signal } as const

it('a clock that is set back makes no token rest longer, neither for waiting calls nor for new ones', async () => {
  const clock = new FakeClock()
  const limited = { status: 429, headers: { 'retry-after': '40' } }
  const transport = scripted([limited, { json: 1 }, limited, { json: 2 }])
  const rateLimits = new RateLimits(() => undefined, clock)
  const client = createClient({ transport, clock, rateLimits, redact: (text) => text, log: () => undefined })
  const waits: (Wait | null)[] = []
  clock.duringNap = () => {
    if (clock.naps.length === 1) clock.time -= 3_600_000
  }
  await client.send(target, { ...call, onWait: (wait) => waits.push(wait) })
  expect(clock.naps).toEqual([15_000, 15_000, 10_000])
  expect(waits).toHaveLength(2)

  rateLimits.rest(
    { ...target, scope: 'bearer' },
    { until: clock.now() + 9_000, reason: 'rate-limit', source: 'backoff' }
  )
  clock.time -= 3_600_000
  expect(rateLimits.resting({ ...target, scope: 'bearer' })?.until).toBe(clock.now() + 9_000)
})

it('a Retry-After that is a date counts from the clock as it was when the answer came', async () => {
  const clock = new FakeClock(Date.parse('2026-03-01T12:00:00Z'))
  const until = { 'retry-after': 'Sun, 01 Mar 2026 12:00:20 GMT' }
  const transport = scripted([{ status: 429, headers: until }, { json: 1 }])
  const rateLimits = new RateLimits(() => undefined, clock)
  const client = createClient({ transport, clock, rateLimits, redact: (text) => text, log: () => undefined })
  clock.duringNap = () => (clock.time -= clock.naps.length === 1 ? 3_600_000 : 0)
  await client.send(target, call)
  expect(clock.naps).toEqual([15_000, 5_000])
})

describe('a rest of 30 days', () => {
  const month = { status: 429, headers: { 'retry-after': String(30 * 86_400) } }

  /** The clock sleeps until the test wakes it. */
  function setUp(...answers: Scripted[]) {
    const clock = new FakeClock()
    const asleep = new Promise<void>((resolve) => (clock.duringNap = () => resolve()))
    clock.sleep = (_, signal) =>
      new Promise((_resolve, reject) => {
        clock.duringNap?.()
        signal.addEventListener('abort', () => reject(cancelled()), { once: true })
      })
    const transport = scripted(answers)
    const rateLimits = new RateLimits(() => undefined, clock)
    const client = createClient({ transport, clock, rateLimits, redact: (text) => text, log: () => undefined })
    return { asleep, transport, rateLimits, client }
  }

  it('ends for all who wait when the operator says so', async () => {
    const { asleep, rateLimits, client, transport } = setUp(month, { json: 1 }, { json: 2 })
    const waits: (Wait | null)[] = []
    const first = client.send(target, { ...call, onWait: (wait) => waits.push(wait) })
    await asleep
    const second = client.send(target, call)
    expect(transport.requests).toHaveLength(1)
    rateLimits.lift(target)
    expect((await Promise.all([first, second])).map(({ json }) => json)).toEqual([1, 2])
    expect(waits).toEqual([expect.objectContaining({ source: 'retry-after' }), null])
  })

  it('begins again where the service still says so, and leaves other places alone', async () => {
    const { asleep, rateLimits, client, transport } = setUp(month, month)
    const controller = new AbortController()
    const sending = client.send(target, { ...call, signal: controller.signal })
    await asleep
    rateLimits.lift({ ...target, region: 'eu' })
    expect(transport.requests).toHaveLength(1)
    rateLimits.lift(target)
    await expect.poll(() => rateLimits.lifted({ ...target, scope: 'bearer' })?.aborted).toBe(false)
    expect(transport.requests).toHaveLength(2)
    controller.abort()
    await expect(sending).rejects.toMatchObject({ code: 'cancelled' })
  })
})

it('a job reports what its calls wait for, and when a request that changes something left', async () => {
  const clock = new FakeClock()
  const limited = { status: 429, headers: { 'retry-after': '40' } }
  const transport = scripted((request) => {
    request.mark?.('sent')
    return answers.shift() ?? { json: 1 }
  })
  const answers: Scripted[] = [limited, { json: 1 }]
  const client = createClient({
    ...{ transport, clock, rateLimits: new RateLimits(() => undefined, clock) },
    ...{ redact: (text: string) => text, log: () => undefined }
  })
  const reported: JobProgress[] = []
  await new Jobs().run(
    ...(['r1', 1, 'act'] as const),
    async (signal) => {
      await client.send(target, { ...call, signal })
      await client.send(target, granted({ ...call, method: 'DELETE', signal }))
    },
    (progress) => reported.push(progress)
  )
  expect(reported.map(({ wait, sent }) => [wait?.reason ?? null, sent])).toEqual([
    ['rate-limit', false],
    [null, false],
    [null, true]
  ])
})
