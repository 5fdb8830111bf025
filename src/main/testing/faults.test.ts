import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Quiet, Wait, RefreshProgress } from '../../shared/connectors/refresh'
import { Line, type LineFault } from '../../practice/line/line'
import { startPractice } from '../../practice/server'
import type { PracticeService } from '../../practice/types'
import { refreshConnectors } from '../connectors/refresh'
import { RateLimits } from '../http/rate-limit'
import type { Call } from '../http/call'
import { createClient, type Client } from '../http/client'
import { undiciTransport } from '../http/transport'
import type { Limits } from '../http/watch'
import { write } from '../http/write'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { FakeClock, granted, target as anyTarget } from './fakes'

/** Short, so that each fault shows its own end; long enough for a busy machine. */
const limits: Limits = { connectMs: 5_000, headMs: 1_000, stallMs: 1_000, leastBytes: 1_000, quietMs: 250 }

let service: PracticeService
let line: Line
let agent: Agent
let clock: FakeClock
let client: Client
let rateLimits: RateLimits
const { signal } = new AbortController()

beforeEach(async () => {
  service = await startPractice({ connectors: 700, limitPerMinute: 0 })
  line = await Line.open(service.url)
  agent = new Agent()
  clock = new FakeClock(Date.now())
  rateLimits = new RateLimits(() => undefined, clock)
  client = createClient({
    ...{ transport: undiciTransport(async () => agent, limits), clock, rateLimits },
    ...{ redact: (text: string) => text, log: () => undefined }
  })
})
afterEach(async () => {
  await agent.destroy()
  await line.close()
  await service.close()
})

const target = () => ({ ...anyTarget, baseUrl: line.url, bearerToken: service.bearerToken })

async function refresh() {
  const keys = new Set<string>()
  const said: { wait: Wait[]; quiet: Quiet[] } = { wait: [], quiet: [] }
  const progress = await refreshConnectors(
    { client, clock, tokens: new ConnectorTokens() },
    {
      target: target(),
      signal,
      onRows: (rows) => rows.forEach(({ key }) => keys.add(key)),
      onProgress({ categories }: RefreshProgress) {
        for (const { wait, quiet } of categories) {
          if (wait && said.wait.at(-1)?.until !== wait.until) said.wait.push(wait)
          if (quiet) said.quiet.push(quiet)
        }
      }
    }
  )
  const hris = progress.categories.find(({ category }) => category === 'HRIS')
  const pages = line.arrived.filter(({ path }) => path.startsWith('/api/hris'))
  return { keys, said, hris, states: progress.categories.map(({ state }) => state), pages }
}

const all = () => new Set(service.connectors.map(({ category, id }) => `${category}:${id}`))
const onHris = { path: '/api/hris/v1/connectors', method: 'GET' }

describe('@fault a walk that meets once', () => {
  it.each<[what: string, fault: LineFault]>([
    ['a reset before the service gets the request', { kind: 'reset' }],
    ['a reset after the service answered', { kind: 'reset', after: true }],
    ['an orderly end without an answer', { kind: 'half-close' }],
    ['a length cut short', { kind: 'cut-length' }],
    ['a chunk cut short', { kind: 'cut-chunk' }],
    ['garbage', { kind: 'garbage' }],
    ['endless headers', { kind: 'endless-headers' }],
    ['a gateway that failed', { kind: 'bad-gateway' }],
    ['silence', { kind: 'black-hole' }],
    ['an answer that drips', { kind: 'drip', everyMs: 20 }]
  ])('%s asks again, says so, and brings every connector once', async (_, fault) => {
    line.fail(fault, onHris)
    const { keys, said, states, hris, pages } = await refresh()
    expect(states).toEqual(['done', 'done', 'done'])
    expect(keys).toEqual(all())
    expect(hris?.repeated).toBe(0)
    expect(said.wait).toMatchObject([{ reason: 'retry' }])
    expect(pages).toHaveLength((hris?.pages ?? 0) + 1)
  })

  it.each<[what: string, fault: LineFault]>([
    ['a late answer', { kind: 'late', ms: 300 }],
    ['an answer that is late by chance', { kind: 'late', ms: 50, jitterMs: 200 }]
  ])('%s waits for it, and asks once', async (_, fault) => {
    line.fail(fault, onHris)
    const { keys, said, hris, pages } = await refresh()
    expect(keys).toEqual(all())
    expect(said.wait).toEqual([])
    expect(pages).toHaveLength(hris?.pages ?? 0)
  })

  it.each<[what: string, fault: LineFault, code: string, words: RegExp]>([
    ['a sign-in page', { kind: 'portal-page' }, 'bad-response', /A web page answered/],
    ['a sign-in page without its type', { kind: 'portal-untyped' }, 'bad-response', /A web page answered/],
    ['a redirect to a sign-in page', { kind: 'portal-redirect' }, 'redirected', /It leads to http:\/\/hotel.invalid\./],
    ['what is not JSON', { kind: 'not-json' }, 'bad-response', /not JSON/],
    ['a small answer that becomes 100 MB', { kind: 'bomb' }, 'too-large', /larger than 64 MB/]
  ])('%s names it at once, and the other categories go on', async (_, fault, code, words) => {
    line.fail(fault, onHris)
    const { states, hris, pages } = await refresh()
    expect(states).toEqual(['failed', 'done', 'done'])
    expect(hris?.error).toMatchObject({ code, page: 1, message: expect.stringMatching(words) })
    expect(pages).toHaveLength(1)
  })

  it('silence says where nothing comes, long before it ends', async () => {
    line.fail({ kind: 'black-hole' }, onHris)
    expect((await refresh()).said.quiet).toContainEqual({ what: 'answer', since: expect.any(Number) })
  })

  it('a drip says that hardly anything comes', async () => {
    line.fail({ kind: 'drip', everyMs: 4 }, onHris)
    const { said } = await refresh()
    expect(said.quiet.length).toBeGreaterThan(0)
  })
})

describe('@fault a service that is away', () => {
  it('for 20 s is waited for, and the walk goes on by itself', async () => {
    const back = clock.now() + 20_000
    line.fail({ kind: 'reset' }, { times: 1_000 })
    clock.duringNap = () => {
      if (clock.now() > back) line.heal()
    }
    const { keys, states } = await refresh()
    expect(states).toEqual(['done', 'done', 'done'])
    expect(keys).toEqual(all())
    expect(clock.now()).toBeGreaterThan(back)
  })

  it('for good ends the walk after two minutes and says why', async () => {
    const began = clock.now()
    line.fail({ kind: 'reset' }, { times: 10_000 })
    const { states, hris } = await refresh()
    expect(states).toEqual(['failed', 'failed', 'failed'])
    expect(hris?.error).toMatchObject({ code: 'unreachable', page: 1, endpoint: 'GET /api/hris/v1/connectors' })
    expect(clock.now() - began).toBeGreaterThanOrEqual(100_000)
    expect(clock.now() - began).toBeLessThanOrEqual(121_000)
  })

  it('that refuses the token in the middle ends the category, once, with its own words', async () => {
    service.set({ faults: [{ name: 'status', status: 401, path: onHris.path, nth: 2 }] })
    const { states, hris, pages } = await refresh()
    expect(states[0]).toBe('failed')
    expect(hris?.error).toMatchObject({ code: 'unauthorized', page: 2 })
    expect(pages).toHaveLength(2)
  })
})

describe('@fault the network of this computer', () => {
  it('is off when a walk begins and comes back: it waits, says so, and brings every connector once', async () => {
    await line.close()
    const back = clock.now() + 30_000
    let reopening = Promise.resolve()
    clock.duringNap = () => {
      if (clock.now() > back) reopening = line.reopen()
    }
    const { keys, said, states, hris } = await refresh()
    await reopening
    expect(states).toEqual(['done', 'done', 'done'])
    expect(keys).toEqual(all())
    expect(hris?.repeated).toBe(0)
    expect(said.wait.every(({ reason }) => reason === 'retry')).toBe(true)
    expect(clock.now()).toBeGreaterThan(back)
  })

  it('goes off in the middle of a walk and comes back: the page it was at is asked for again', async () => {
    let closing = Promise.resolve()
    service.set({ latencyMs: 20 })
    const walking = refresh()
    await expect.poll(() => line.arrived.filter(({ path }) => path.startsWith('/api/hris')).length).toBeGreaterThan(1)
    closing = line.close()
    const back = clock.now() + 20_000
    clock.duringNap = () => {
      if (clock.now() > back) void line.reopen()
    }
    const { keys, states, hris, pages } = await walking
    await closing
    expect(states).toEqual(['done', 'done', 'done'])
    expect(keys).toEqual(all())
    expect(hris?.repeated).toBe(0)
    expect(pages.length).toBeLessThanOrEqual((hris?.pages ?? 0) + 1)
  })

  it('changes: existing connections are silently dead, and the walk goes on over new ones', async () => {
    const path = '/api/hris/v1/connectors'
    service.set({ latencyMs: 20 })
    const walking = refresh()
    await expect.poll(() => line.arrived.filter((one) => one.path.startsWith(path)).length).toBeGreaterThan(0)
    line.strand()
    const { keys, states, hris, said } = await walking
    expect(states).toEqual(['done', 'done', 'done'])
    expect(keys).toEqual(all())
    expect(hris?.repeated).toBe(0)
    expect(said.quiet).toContainEqual({ what: 'answer', since: expect.any(Number) })
  })
})

const writes: Record<string, { call: () => Partial<Call>; isDone: () => boolean }> = {
  'making a mapping': {
    call: () => ({
      method: 'POST',
      path: '/api/v1/custom-fields/mapping',
      body: JSON.stringify({ custom_field_id: service.fields[0]?.id, json_path: 'a.b', integration_slug: 'workday' }),
      headers: { 'content-type': 'application/json' }
    }),
    isDone: () => service.mappings.some(({ json_path }) => json_path === 'a.b')
  },
  'deleting a connector': {
    call: () => ({ method: 'DELETE', path: `/api/hris/v1/connectors/${doomed}/delete` }),
    isDone: () => !service.connectors.some(({ id }) => id === doomed)
  },
  'a passthrough POST': {
    call: () => ({
      method: 'POST',
      path: '/api/v1/passthrough',
      body: JSON.stringify({ method: 'POST', path: '/counter/one', headers: {}, data: {} }),
      headers: { 'content-type': 'application/json', 'x-connector-token': linked().connector_token },
      forwarded: 'POST /counter/one'
    }),
    isDone: () => (service.writes.get('one') ?? 0) > 0
  }
}
let doomed = ''
const linked = () =>
  service.connectors.find(
    ({ category, status, is_active }) => category === 'HRIS' && status === 'COMPLETE' && is_active
  ) ?? expect.fail('no connector')

const send = ({ call }: (typeof writes)[string], of: AbortSignal = signal) =>
  write(
    client,
    target(),
    granted({ asker: 'mappings', signal: of, method: '', path: '', timeoutMs: 1_500, ...call() }, target())
  )

describe.each(Object.entries(writes))('@fault %s', (_, kind) => {
  beforeEach(() => (doomed = linked().id))

  it('after a change of the network goes over a connection of its own: once, and done', async () => {
    await client.send(target(), { asker: 'workspace', method: 'GET', path: '/api/v1/lookup/integrations', signal })
    line.strand()
    const { change } = await send(kind)
    expect(change.outcome).toBe('done')
    expect(line.arrived).toHaveLength(2)
    expect(kind.isDone()).toBe(true)
  })

  it('that meets a drip is sent once, and its outcome is unknown', async () => {
    line.fail({ kind: 'drip', everyMs: 20 })
    const { change } = await send(kind)
    expect(change.outcome).toBe('unknown')
    expect(line.arrived).toHaveLength(1)
    expect(kind.isDone()).toBe(true)
  })

  it.each<[what: string, fault: LineFault, done: boolean]>([
    ['a reset before the service gets the request', { kind: 'reset' }, false],
    ['a reset after the service answered', { kind: 'reset', after: true }, true],
    ['an orderly end without an answer', { kind: 'half-close' }, false],
    ['silence', { kind: 'black-hole' }, false],
    ['a length cut short', { kind: 'cut-length' }, false],
    ['a chunk cut short', { kind: 'cut-chunk' }, false],
    ['garbage', { kind: 'garbage' }, false],
    ['a gateway that failed', { kind: 'bad-gateway' }, false],
    ['a sign-in page', { kind: 'portal-page' }, false]
  ])('that meets %s is sent once, and its outcome is unknown', async (_what, fault, done) => {
    line.fail(fault)
    const { change, error } = await send(kind)
    expect(change.outcome).toBe('unknown')
    expect(error?.message).not.toBe('')
    expect(line.arrived).toHaveLength(1)
    expect(kind.isDone()).toBe(done)
  })

  it('that is redirected goes nowhere else, and is refused', async () => {
    line.fail({ kind: 'portal-redirect' })
    const { change } = await send(kind)
    expect(change.outcome).toBe('refused')
    expect(line.arrived).toHaveLength(1)
    expect(kind.isDone()).toBe(false)
  })

  it('that is never accepted never left, and is not unknown', async () => {
    const nowhere = target()
    await line.close()
    const call = { asker: 'mappings' as const, signal, method: '', path: '', ...kind.call() }
    const { change, error } = await write(client, nowhere, granted(call, nowhere))
    expect([change.outcome, error?.code]).toEqual(['refused', 'unreachable'])
    line = await Line.open(service.url)
  })

  it('that is refused by a limit waits as long as it says, and is done once', async () => {
    const headers = {
      'retry-after': '7',
      'x-ratelimit-limit': '200',
      'x-ratelimit-reset': '1',
      'x-ratelimit-remaining': '0'
    }
    service.set({ faults: [{ name: 'status', status: 429, path: '/api', headers, times: 1 }] })
    const { change } = await send(kind)
    expect(change.outcome).toBe('done')
    expect(clock.naps).toEqual([7_000])
    expect(line.arrived).toHaveLength(2)
    expect(kind.isDone()).toBe(true)
  })
})

describe('@fault a limit on a page', () => {
  const now = () => clock.now()
  const imf = (ms: number) => new Date(ms).toUTCString()
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  /** "Sunday, 06-Nov-94 08:49:37 GMT" */
  const rfc850 = (ms: number) => {
    const [, day, month, year, time] = imf(ms).split(' ')
    return `${days[new Date(ms).getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${time} GMT`
  }
  /** "Sun Nov  6 08:49:37 1994" */
  const asctime = (ms: number) => {
    const [name, day, month, year, time] = imf(ms).split(' ')
    return `${name?.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`
  }

  it.each<[what: string, value: () => string | undefined, least: number, most: number]>([
    ['in seconds', () => '12', 12_000, 12_000],
    ['with a fraction', () => '1.5', 1_500, 1_500],
    ['as the date of today', () => imf(now() + 30_000), 28_000, 31_000],
    ['as the date of 1994', () => rfc850(now() + 30_000), 28_000, 31_000],
    ['as the date of C', () => asctime(now() + 30_000), 28_000, 31_000],
    ['not at all', () => undefined, 0, 60_000],
    ['as garbage', () => 'soon', 0, 60_000],
    ['below zero', () => '-5', 0, 60_000],
    ['as zero', () => '0', 0, 60_000],
    ['as 30 days', () => String(30 * 86_400), 30 * 86_400_000, 30 * 86_400_000]
  ])('whose Retry-After comes %s is waited out, and every connector comes once', async (_, value, least, most) => {
    const retryAfter = value()
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    service.set({ faults: [{ name: 'status', status: 429, path: onHris.path, headers, times: 1 }] })
    const { keys, said, states } = await refresh()
    expect(states).toEqual(['done', 'done', 'done'])
    expect(keys).toEqual(all())
    expect(said.wait[0]).toMatchObject({ reason: 'rate-limit', status: 429 })
    const slept = clock.naps.reduce((sum, nap) => sum + nap, 0)
    expect(slept).toBeGreaterThanOrEqual(least)
    // Categories with one token rest together: each counts its own naps.
    expect(slept).toBeLessThanOrEqual(3 * most)
  })

  it.each([
    ['back by an hour', -3_600_000],
    ['ahead by an hour, as after a suspend', 3_600_000]
  ])('is waited out where the clock is set %s', async (_, by) => {
    service.set({
      faults: [{ name: 'status', status: 429, path: onHris.path, headers: { 'retry-after': '40' }, times: 1 }]
    })
    let moved = false
    clock.duringNap = () => {
      if (!moved) clock.time += by
      moved = true
    }
    const { keys, states } = await refresh()
    expect(states).toEqual(['done', 'done', 'done'])
    expect(keys).toEqual(all())
    expect(clock.naps.reduce((sum, nap) => sum + nap, 0)).toBeLessThanOrEqual(3 * 40_000)
  })
})
