import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { connectorToken, realService, requestOf, testSender, type Arrival } from './testing'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function setUp(answer: (arrival: Arrival, response: ServerResponse, number: number) => void) {
  const service = await realService(answer)
  closing.push(service.close)
  return { ...service, ...testSender(service.transport, service) }
}

const own = { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1', 'retry-after': '30' }
const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

describe('a write arrives exactly once', () => {
  it.each(writes)('when it is answered: %s', async (method) => {
    const { send, arrivals } = await setUp((_, response) => response.end('{"ok":true}'))
    expect(await send(requestOf({ method }))).toMatchObject({ outcome: 'answered', status: 200, tries: 1 })
    expect(arrivals).toHaveLength(1)
    expect(JSON.parse(arrivals[0]?.body ?? '')).toMatchObject({ method })
  })

  it.each(writes)('when the connection is reset after it was sent: %s', async (method) => {
    const { send, arrivals } = await setUp((_, response) => response.destroy())
    const result = await send(requestOf({ method }))
    expect(result).toMatchObject({ outcome: 'unknown', status: null, complete: false, tries: 1 })
    expect(result.advice.join(' ')).toContain(`Check in Personio of Acme whether ${method} /employees was carried out`)
    expect(arrivals).toHaveLength(1)
  })

  it('when it is cancelled while the answer is slow', async () => {
    let arrived: () => void = () => undefined
    const { send, arrivals, controller } = await setUp(() => arrived())
    arrived = () => controller.abort()
    expect(await send(requestOf({ method: 'POST' }))).toMatchObject({
      outcome: 'unknown',
      error: { code: 'cancelled' },
      timing: { sentAt: expect.any(Number), headAt: null }
    })
    expect(arrivals).toHaveLength(1)
  })

  it('when the answer does not come in time', async () => {
    const { transport, arrivals, baseUrl } = await setUp(() => undefined)
    const hurried = testSender((request) => transport({ ...request, timeoutMs: 1_000 }), { baseUrl })
    const result = await hurried.send(requestOf({ method: 'POST', timeout: '5' }))
    expect(result).toMatchObject({ outcome: 'unknown', error: { code: 'timeout' } })
    expect(result.advice.join(' ')).toContain('had 5 s to answer')
    expect(arrivals).toHaveLength(1)
  })

  it('when the service answers 429 first, which forwarded nothing', async () => {
    let forwarded = 0
    const { send, arrivals, clock, reported } = await setUp((_, response, number) => {
      if (number < 3) return response.writeHead(429, own).end('{"detail":"Slow down"}')
      forwarded++
      return response.end('{}')
    })
    const result = await send(requestOf({ method: 'POST' }))
    expect(result).toMatchObject({ outcome: 'answered', tries: 3, waits: [{ status: 429 }, { status: 429 }] })
    expect(clock.naps).toEqual([15_000, 15_000, 15_000, 15_000])
    expect(reported.filter(({ stage }) => stage === 'waiting')).toHaveLength(2)
    expect([arrivals.length, forwarded]).toEqual([3, 1])
  })

  it('when a 429 may be the third party’s own', async () => {
    const { send, arrivals } = await setUp((_, response) => response.writeHead(429, { 'retry-after': '1' }).end('{}'))
    expect(await send(requestOf({ method: 'POST' }))).toMatchObject({ outcome: 'unknown', status: 429, tries: 1 })
    expect(arrivals).toHaveLength(1)
  })

  it('when a connection that was kept open is lost', async () => {
    const { send, arrivals } = await setUp((_, response, number) => {
      if (number === 1) response.end('{}')
      else response.destroy()
    })
    expect(await send()).toMatchObject({ outcome: 'answered' })
    expect(await send(requestOf({ method: 'POST' }))).toMatchObject({ outcome: 'unknown' })
    expect(arrivals.map(({ body }) => (JSON.parse(body) as { method: string }).method)).toEqual(['GET', 'POST'])
  })

  it.each([500, 502, 503, 504])('when a gateway answers %i', async (status) => {
    const { send, arrivals } = await setUp((_, response) => response.writeHead(status).end('<html>'))
    expect(await send(requestOf({ method: 'POST' }))).toMatchObject({ outcome: 'unknown', status })
    expect(arrivals).toHaveLength(1)
  })

  it('when half an answer comes, which is kept', async () => {
    const { send, arrivals, responses } = await setUp((_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"half":', () => response.destroy())
    })
    const result = await send(requestOf({ method: 'POST' }))
    expect(result).toMatchObject({ outcome: 'unknown', status: 200, complete: false, bytes: 8 })
    expect((await responses.get(result.responseId ?? '')).body.toString()).toBe('{"half":')
    expect(arrivals).toHaveLength(1)
  })
})

it('a read is not repeated either: the third party may count reads too', async () => {
  const { send, arrivals } = await setUp((_, response) => response.destroy())
  expect(await send()).toMatchObject({ outcome: 'failed', error: { code: 'unreachable' } })
  expect(arrivals).toHaveLength(1)
})

it('sends the exact envelope with both tokens, and shows neither to the window', async () => {
  const { send, arrivals, kept } = await setUp((_, response) =>
    response.writeHead(403, { 'x-echo': connectorToken }).end(`{"detail":"${connectorToken} may not"}`)
  )
  const text = '{"id":9007199254740993, "__proto__":{"a":1}}'
  const result = await send(requestOf({ method: 'POST', body: { kind: 'json', text } }))
  expect(arrivals[0]).toMatchObject({
    method: 'POST',
    headers: { 'x-connector-token': connectorToken, authorization: 'Bearer bearer-secret-1' }
  })
  expect(arrivals[0]?.body).toContain(`"data": ${text}`)
  expect(JSON.stringify(result)).not.toContain(connectorToken)
  expect(JSON.stringify(kept)).not.toContain(connectorToken)
  expect(result).toMatchObject({ outcome: 'refused', error: { code: 'forbidden', detail: '[token] may not' } })
  expect(result.advice[0]).toContain('the token of the HRIS connector c1 (Personio, region default)')
})
