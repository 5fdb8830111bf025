import { describe, expect, it, vi } from 'vitest'
import type { RateLimit } from '../../shared/http/rate-limit'
import type { Quiet } from '../../shared/connectors/refresh'
import { FakeClock, scripted, target, type Scripted } from '../testing/fakes'
import { RateLimits } from './rate-limit'
import { createClient } from './client'
import { paginate } from './paginate'
import { TransportFailure } from './transport'

const signal = new AbortController().signal
const start = Date.parse('2026-03-01T12:00:00Z')
const left = (remaining: number, seconds = 30) => ({
  'x-ratelimit-limit': '200',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(start / 1_000 + seconds)
})
const page = (cursor: string | null, headers = {}): Scripted => ({
  json: { cursor, page_size: 1, items: [{ id: 1 }] },
  headers
})

function setUp(answers: Parameters<typeof scripted>[0]) {
  const clock = new FakeClock(start)
  const transport = scripted(answers)
  const reported: RateLimit[][] = []
  const rateLimits = new RateLimits((_, list) => reported.push(list), clock)
  const client = createClient({ transport, clock, rateLimits, redact: (text) => text, log: () => undefined })
  const paging = async (path: string) => {
    for await (const _ of paginate(client, target, { asker: 'collections', path, pageSize: 50, signal, scope: 'one' }));
  }
  return { clock, transport, reported, client, paging }
}

it('a walk with nothing left waits for the reset before it asks, and meets no 429', async () => {
  const { clock, transport, paging } = setUp([page('a', left(1)), page('b', left(0)), page(null, left(199, 90))])
  await paging('/a')
  expect(clock.naps).toEqual([15_000, 15_000])
  expect(transport.requests).toHaveLength(3)
})

it.each([
  ['something is left', left(1)],
  ['the reset is over', left(0, -1)],
  ['the answer does not say when', { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '0' }],
  ['the answer says nothing', {}]
])('it goes on where %s', async (_, headers) => {
  const { clock, paging } = setUp([page('a', headers), page(null)])
  await paging('/a')
  expect(clock.naps).toEqual([])
})

it('walks of one token take turns where little is left, so that each gets as many pages', async () => {
  let open = 0
  let most = 0
  const order: string[] = []
  const clock = new FakeClock(start)
  const pages = new Map<string, number>()
  const transport = async (request: { url: URL }) => {
    const path = request.url.pathname
    const number = (pages.get(path) ?? 0) + 1
    pages.set(path, number)
    most = Math.max(most, ++open)
    // One answer comes much later than the other.
    for (let turn = 0; turn < (path === '/slow' ? 50 : 1); turn++) await Promise.resolve()
    open--
    order.push(path)
    const json = { cursor: number < 6 ? `${path}${number}` : null, page_size: 1, items: [] }
    return { status: 200, headers: left(40, 600), allHeaders: [], body: Buffer.from(JSON.stringify(json)) }
  }
  const sharing = createClient({
    transport,
    clock,
    rateLimits: new RateLimits(() => undefined, clock),
    redact: (text) => text,
    log: () => undefined
  })
  const all = async (path: string) => {
    const of = { asker: 'collections' as const, path, pageSize: 50, signal, scope: 'one' }
    for await (const _ of paginate(sharing, target, of));
  }
  await Promise.all([all('/slow'), all('/fast')])
  // The first pages leave before any limit is known.
  expect(most).toBe(2)
  const shared = order.slice(2, 10)
  expect(shared.filter((path) => path === '/slow')).toHaveLength(4)
})

it('@fault who waits for a turn behind a service that says nothing hears so in seconds', async () => {
  vi.useFakeTimers()
  try {
    let answer: () => void = () => undefined
    const clock = new FakeClock(start)
    const transport = async ({ url }: { url: URL }) => {
      if (url.pathname === '/dead') await new Promise<void>((resolve) => (answer = resolve))
      const json = { cursor: null, page_size: 1, items: [] }
      return { status: 200, headers: {}, allHeaders: [], body: Buffer.from(JSON.stringify(json)) }
    }
    const rateLimits = new RateLimits(() => undefined, clock)
    rateLimits.note({ ...target, scope: 'one' }, left(40, 600), { asker: 'collections', connectorKey: '' })
    const client = createClient({ transport, clock, rateLimits, redact: (text) => text, log: () => undefined })
    const heard: [string, Quiet['what'] | null][] = []
    const all = async (path: string) => {
      const quiet = (one: Quiet | null) => heard.push([path, one && one.what])
      const of = { asker: 'collections' as const, path, pageSize: 50, signal, scope: 'one', quiet }
      for await (const _ of paginate(client, target, of));
    }
    const pagings = Promise.all([all('/dead'), all('/next')])
    await vi.advanceTimersByTimeAsync(7_999)
    expect(heard).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(heard).toEqual([['/next', 'turn']])
    answer()
    await pagings
    expect(heard).toEqual([
      ['/next', 'turn'],
      ['/next', null]
    ])
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('@fault a service that says nothing to any of those who take turns is given up within 120 s in all', async () => {
  const clock = new FakeClock(start)
  const transport = scripted(({ silenceMs = Infinity }) => {
    clock.pass(Math.min(30_000, silenceMs))
    return new TransportFailure('timeout', 'No answer.', true)
  })
  const rateLimits = new RateLimits(() => undefined, clock)
  rateLimits.note({ ...target, scope: 'one' }, left(40, 600), { asker: 'collections', connectorKey: '' })
  const client = createClient({ transport, clock, rateLimits, redact: (text) => text, log: () => undefined })
  const all = async (number: number) => {
    const of = { asker: 'collections' as const, path: `/${number}`, pageSize: 50, signal, scope: 'one', patient: true }
    for await (const _ of paginate(client, target, of));
  }
  const ends = await Promise.allSettled(Array.from({ length: 7 }, (_, number) => all(number)))
  expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'rejected'))
  expect(clock.steady()).toBeGreaterThan(100_000)
  expect(clock.steady()).toBeLessThanOrEqual(120_000)
})

describe('@fault of three walks that take turns', () => {
  const hour = 3_600_000
  const lost = new TransportFailure('unreachable', 'The connection was closed.', true)
  const part = { status: 200, headers: {}, allHeaders: [], body: Buffer.from('{"items": [') }

  /** @param tries duration in ms and end of the first tries; later tries succeed */
  async function ends(tries: [ms: number, end: Scripted][], prepare: (clock: FakeClock) => void = () => undefined) {
    const clock = new FakeClock(start)
    prepare(clock)
    const transport = scripted(() => {
      const [ms, end] = tries.shift() ?? [0, page(null)]
      clock.pass(ms)
      return end
    })
    const rateLimits = new RateLimits(() => undefined, clock)
    rateLimits.note({ ...target, scope: 'one' }, left(40, 600), { asker: 'collections', connectorKey: '' })
    const client = createClient({ transport, clock, rateLimits, redact: (text) => text, log: () => undefined })
    const all = async (number: number) => {
      const of = {
        asker: 'collections' as const,
        path: `/${number}`,
        pageSize: 50,
        signal,
        scope: 'one',
        patient: true
      }
      for await (const _ of paginate(client, target, of));
    }
    const settled = await Promise.allSettled([1, 2, 3].map(all))
    return settled.map((one) => (one.status === 'fulfilled' ? 'ok' : (one.reason as Error).message))
  }

  it('none is given up after the computer slept in the try of the first', async () => {
    expect(await ends([[hour, lost]])).toEqual(['ok', 'ok', 'ok'])
  })

  it('none is given up after the computer slept in the try of the first, whose walk was cancelled then', async () => {
    const cancelled = new TransportFailure('cancelled', 'Cancelled.', true)
    expect(await ends([[hour, cancelled]])).toEqual(['Cancelled.', 'ok', 'ok'])
  })

  it('none is given up after the computer slept while all of them wait for another try', async () => {
    const sleepOnce = (clock: FakeClock) => {
      clock.duringNap = () => {
        clock.duringNap = undefined
        clock.pass(hour)
      }
    }
    const failed: [number, Scripted][] = [1, 2, 3].map(() => [1_000, lost])
    expect(await ends(failed, sleepOnce)).toEqual(['ok', 'ok', 'ok'])
  })

  it('none is given up where one that was answered for minutes is cancelled', async () => {
    const cancelled = new TransportFailure('cancelled', 'Cancelled.', true, part)
    expect(await ends([[125_000, cancelled]])).toEqual(['Cancelled.', 'ok', 'ok'])
  })

  it('none is given up for the rest that the service asked for, where one try is lost after it', async () => {
    const full: Scripted = { status: 429, headers: { 'retry-after': '600' } }
    const tries: [number, Scripted][] = [
      [0, full],
      [30_000, lost]
    ]
    expect(await ends(tries)).toEqual(['ok', 'ok', 'ok'])
  })
})

it.each([
  [500, 4],
  [503, 5]
])(
  'a walk that meets %i asks %i times: only a gateway’s word may mean that the service is away',
  async (status, asked) => {
    const answers = [...Array.from({ length: 4 }, (): Scripted => ({ status })), page(null)]
    const { transport, client } = setUp(answers)
    const of = { asker: 'collections' as const, path: '/a', pageSize: 50, signal, patient: true }
    const paging = async () => {
      for await (const _ of paginate(client, target, of));
    }
    if (status === 500) await expect(paging()).rejects.toMatchObject({ code: 'service-error', info: { tries: 4 } })
    else await paging()
    expect(transport.requests).toHaveLength(asked)
  }
)

it('the budget says who uses it, by window, and whose token it is', async () => {
  const { client, reported } = setUp([
    page(null, left(199)),
    page(null, left(198)),
    page(null, left(197)),
    page(null, left(199, 90))
  ])
  const send = (asker: 'collections' | 'passthrough', connectorKey = '') =>
    client.send(target, { asker, method: 'GET', path: '/x', signal, scope: 'one', connectorKey })
  await send('passthrough')
  await send('collections', 'HRIS:1')
  await send('collections')
  expect(reported.at(-1)).toMatchObject([
    {
      remaining: 197,
      connectorKey: 'HRIS:1',
      users: [
        { asker: 'collections', calls: 2 },
        { asker: 'passthrough', calls: 1 }
      ]
    }
  ])
  await send('passthrough')
  expect(reported.at(-1)).toMatchObject([{ connectorKey: 'HRIS:1', users: [{ asker: 'passthrough', calls: 1 }] }])
})
