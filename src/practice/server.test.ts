import { EventEmitter } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { BODY_CAP, note } from './requests'
import { body, call, HRIS, practice } from './testing'
import type { PracticeRequest, PracticeService } from './types'

describe('authentication (spec: Authentication)', () => {
  it.each([
    ['no header', undefined, 'Not authenticated'],
    ['another scheme', 'Basic abc', 'Not authenticated'],
    ['an empty bearer', 'Bearer ', 'Not authenticated'],
    ['a wrong token', 'Bearer nonsense', 'Invalid bearer token']
  ])('answers 401 with a challenge to %s', async (_name, authorization, detail) => {
    const service = await practice()
    const answer = await fetch(service.url + HRIS, authorization ? { headers: { authorization } } : {})
    expect(answer.status).toBe(401)
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(await answer.json()).toEqual({ detail })
  })

  it('takes the right token, whatever the case of the scheme, until it is revoked', async () => {
    const service = await practice()
    const authorization = `bearer ${service.bearerToken}`
    expect((await fetch(service.url + HRIS, { headers: { authorization } })).status).toBe(200)
    service.set({ bearerToken: 'another' })
    expect((await fetch(service.url + HRIS, { headers: { authorization } })).status).toBe(401)
    expect((await call(service, HRIS)).status).toBe(200)
  })

  it('answers 403 to a connector token of another category, and only then', async () => {
    const service = await practice()
    const token = service.connectors.find((one) => one.category === 'ATS')?.connector_token ?? ''
    const headers = { 'x-connector-token': token }
    const refused = await call(service, HRIS, { headers })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toEqual({ detail: 'This connector token belongs to ATS, not to HRIS' })
    expect((await call(service, '/api/ats/v1/connectors', { headers })).status).toBe(200)
  })
})

describe('routing', () => {
  it.each([
    '/',
    '/api/hris/v1/connectors/',
    '/api/crm/v1/connectors',
    '/api/HRIS/v1/connectors',
    '/api/hris//v1/connectors'
  ])('answers 404 to %s', async (path) => {
    const answer = await call(await practice(), path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ detail: 'Not Found' })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('answers 405 to %s on a list', async (method) => {
    const answer = await call(await practice(), HRIS, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toBe('GET')
    expect(await answer.json()).toEqual({ detail: 'Method Not Allowed' })
  })

  it('takes the path literally, `..` included', async () => {
    const service = await practice()
    expect((await raw(service, '/api/hris/v1/x/../connectors')).statusCode).toBe(404)
    expect((await raw(service, HRIS)).statusCode).toBe(200)
  })

  it('answers 413 to a body beyond 1 MB and keeps running', async () => {
    const service = await practice()
    expect((await raw(service, HRIS, Buffer.alloc(BODY_CAP + 1))).statusCode).toBe(413)
    expect((await raw(service, HRIS, Buffer.alloc(BODY_CAP))).statusCode).toBe(200)
  })

  it('cuts the connection far beyond it', async () => {
    const service = await practice()
    await expect(raw(service, HRIS, Buffer.alloc(40 * BODY_CAP))).rejects.toThrow(/ECONNRESET|EPIPE|socket hang up/)
    expect((await call(service, HRIS)).status).toBe(200)
  })
})

/** No normalised path, and a body even with GET. */
function raw(service: PracticeService, path: string, sent?: Buffer): Promise<IncomingMessage> {
  const { port } = new URL(service.url)
  const headers = { authorization: `Bearer ${service.bearerToken}`, 'content-length': sent?.length ?? 0 }
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, path, headers }, (res) => resolve(res.resume()))
    req.on('error', reject).end(sent)
  })
}

describe('the service', () => {
  it('listens on loopback only, on a port of its own', async () => {
    const [one, two] = [await practice(), await practice()]
    expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(one.url).not.toBe(two.url)
  })

  it('sends the Date of its own clock', async () => {
    const service = await practice({ now: () => Date.UTC(2031, 0, 2, 3, 4, 5, 678) })
    expect((await call(service, HRIS)).headers.get('Date')).toBe('Thu, 02 Jan 2031 03:04:05 GMT')
    expect((await fetch(service.url)).headers.get('Date')).toBe('Thu, 02 Jan 2031 03:04:05 GMT')
  })

  it('keeps a log of requests', async () => {
    const service = await practice({ now: () => 1234 })
    await body(call(service, `${HRIS}?page_size=7&origin_id=a%26b`, { headers: { 'x-connector-token': 't' } }))
    await body(fetch(`${service.url}/nowhere`))
    const query = { page_size: '7', origin_id: 'a&b' }
    expect(service.requests).toEqual([
      { method: 'GET', path: HRIS, query, at: 1234, authorization: true, connectorToken: true, status: 200 },
      { method: 'GET', path: '/nowhere', query: {}, at: 1234, authorization: false, connectorToken: false, status: 404 }
    ])
  })

  it('keeps the last 10,000 requests, without what is very long', async () => {
    const log: PracticeRequest[] = []
    const request = (url: string) => note(log, { url, headers: {} } as IncomingMessage, new EventEmitter() as never, 0)
    for (let n = 0; n < 10_005; n++) request(`/${n}`)
    expect([log.length, log[0]?.path, log.at(-1)?.path]).toEqual([10_000, '/5', '/10004'])
    request(`/?cursor=${'z'.repeat(5000)}`)
    expect(log.at(-1)?.query.cursor).toBe(`${'z'.repeat(2000)}…`)
  })

  it('shows at once what a test does to its connectors', async () => {
    const service = await practice()
    const target = service.connectors.find((one) => one.category === 'HRIS')
    if (!target) throw new Error('no HRIS connector')
    target.end_user = 'Renamed by a test'
    const page = await body(call(service, `${HRIS}?connector_token=${target.connector_token}`))
    expect(page.items.map((one) => one.end_user)).toEqual(['Renamed by a test'])
  })

  it('refuses a port that is taken', async () => {
    const { port } = new URL((await practice()).url)
    await expect(practice({ port: Number(port) })).rejects.toThrow('EADDRINUSE')
  })
})
