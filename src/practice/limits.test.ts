import { describe, expect, it } from 'vitest'
import { call, HRIS, START, stopped } from './testing'
import type { PracticeService } from './types'

const RESET = String(Math.ceil((START + 60_000) / 1000))

function rateHeaders({ headers }: Response) {
  const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After']
  return names.map((name) => headers.get(name))
}

async function statuses(service: PracticeService, count: number, headers: Record<string, string> = {}) {
  const out: number[] = []
  for (let n = 0; n < count; n++) out.push((await call(service, HRIS, { headers })).status)
  return out
}

describe('the limit per minute (spec: Limits)', () => {
  it('refuses what is above it until the window resets', async () => {
    const { clock, service } = await stopped({ limitPerMinute: 3 })
    expect(await statuses(service, 5)).toEqual([200, 200, 200, 429, 429])
    clock.at += 59_999
    expect(await statuses(service, 1)).toEqual([429])
    clock.at += 1
    expect(await statuses(service, 4)).toEqual([200, 200, 200, 429])
  })

  it('is 200 by default and counts down in headers on 2xx', async () => {
    const { clock, service } = await stopped({})
    expect(rateHeaders(await call(service, HRIS))).toEqual(['200', '199', RESET, null])
    clock.at += 30_000
    expect(rateHeaders(await call(service, HRIS))).toEqual(['200', '198', RESET, null])
  })

  it('can keep its headers to 429, as the contract promises, and can be off', async () => {
    const { service } = await stopped({ limitPerMinute: 1, rateHeadersOn2xx: false })
    expect(rateHeaders(await call(service, HRIS))).toEqual([null, null, null, null])
    expect(rateHeaders(await call(service, HRIS))).toEqual(['1', '0', RESET, '60'])
    service.set({ limitPerMinute: 0, rateHeadersOn2xx: true })
    expect(await statuses(service, 3)).toEqual([200, 200, 200])
    expect(rateHeaders(await call(service, HRIS))).toEqual([null, null, null, null])
  })

  it('holds per connector token, each apart from the bearer', async () => {
    const { service } = await stopped({ limitPerMinute: 1 })
    const [one, two] = service.connectors.filter((item) => item.category === 'HRIS')
    expect(await statuses(service, 2)).toEqual([200, 429])
    expect(await statuses(service, 2, { 'x-connector-token': one?.connector_token ?? '' })).toEqual([200, 429])
    expect(await statuses(service, 2, { 'x-connector-token': two?.connector_token ?? '' })).toEqual([200, 429])
  })

  it('counts neither unauthorized requests nor unknown paths', async () => {
    const { service } = await stopped({ limitPerMinute: 1, limitEveryN: 2 })
    for (let n = 0; n < 5; n++) expect((await fetch(service.url + HRIS)).status).toBe(401)
    for (let n = 0; n < 5; n++) expect((await call(service, '/nowhere')).status).toBe(404)
    expect(await statuses(service, 2)).toEqual([200, 429])
  })

  it('answers a limited request with a detail', async () => {
    const { service } = await stopped({ limitEveryN: 1 })
    expect(await (await call(service, HRIS)).json()).toEqual({ detail: 'Rate limit exceeded' })
  })
})

describe('429 on every n-th request', () => {
  it('counts over all tokens, and from the start when set', async () => {
    const { service } = await stopped({ limitEveryN: 3 })
    expect(await statuses(service, 7)).toEqual([200, 200, 429, 200, 200, 429, 200])
    service.set({ limitEveryN: 2 })
    expect(await statuses(service, 4)).toEqual([200, 429, 200, 429])
    service.set({ limitEveryN: 0 })
    expect(await statuses(service, 4)).toEqual([200, 200, 200, 200])
  })

  const soon = String(Math.ceil((START + 2000) / 1000))
  it.each([
    ['seconds', ['200', '0', soon, '2']],
    ['http-date', ['200', '0', soon, 'Mon, 06 May 2030 07:08:12 GMT']],
    ['reset-only', ['200', '0', soon, null]],
    ['none', [null, null, null, null]]
  ] as const)('carries the headers of the mode %s', async (retryAfter, headers) => {
    const { service } = await stopped({ limitEveryN: 1, retryAfter, retryAfterSeconds: 2 })
    const answer = await call(service, HRIS)
    expect(answer.status).toBe(429)
    expect(rateHeaders(answer)).toEqual(headers)
    expect(answer.headers.get('Date')).toBe('Mon, 06 May 2030 07:08:09 GMT')
  })

  it('asks for 1 s by default, in seconds', async () => {
    const { service } = await stopped({ limitEveryN: 1 })
    expect((await call(service, HRIS)).headers.get('Retry-After')).toBe('1')
  })
})

describe('the rest of a window in every mode', () => {
  it.each([
    ['seconds', '20'],
    ['http-date', 'Mon, 06 May 2030 07:09:10 GMT'],
    ['reset-only', null],
    ['none', null]
  ] as const)('%s', async (retryAfter, expected) => {
    const { clock, service } = await stopped({ limitPerMinute: 1, retryAfter })
    await statuses(service, 1)
    clock.at += 40_500
    const answer = await call(service, HRIS)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('Retry-After')).toBe(expected)
    expect(answer.headers.get('X-RateLimit-Reset')).toBe(retryAfter === 'none' ? null : RESET)
  })
})
