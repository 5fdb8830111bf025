import { describe, expect, it } from 'vitest'
import { desk, PASSTHROUGH } from '../passthrough/testing'
import { body, call, practice, refusals, send } from '../testing'

const GET = { method: 'GET', path: '/echo' }

describe('the envelope (spec: Endpoint 2)', () => {
  it.each<[string, Record<string, unknown>, [string, string][]]>([
    [
      'nothing in it',
      { headers: undefined },
      [
        ['body.method', 'missing'],
        ['body.path', 'missing'],
        ['body.headers', 'missing']
      ]
    ],
    ['a method of small letters', { ...GET, method: 'get' }, [['body.method', 'enum']]],
    [
      'null for what is required',
      { method: null, path: null, headers: null },
      [
        ['body.method', 'enum'],
        ['body.path', 'string_type']
      ]
    ],
    ['a body that is a number', { ...GET, data: 7 }, [['body.data', 'union_type']]],
    ['a header that is no text', { ...GET, headers: { ok: 'a', Bad: 7 } }, [['body.headers.Bad', 'string_type']]],
    ['params that are a list', { ...GET, params: ['a'] }, [['body.params', 'dict_type']]],
    [
      'unknown formats',
      { ...GET, request_format: 'BINARY', response_format: 'CSV' },
      [
        ['body.request_format', 'enum'],
        ['body.response_format', 'enum']
      ]
    ],
    ['an invalid timeout', { ...GET, timeout: 'soon' }, [['body.timeout', 'float_type']]],
    ['a body that is a boolean', { ...GET, data: true }, [['body.data', 'union_type']]]
  ])('with %s is answered 422 at each field', async (_name, message, expected) => {
    const { forward } = await desk()
    expect(await refusals(forward(message))).toEqual(expected)
  })

  it('may leave out, or have null for, everything else; data is a text, a list, an object or null', async () => {
    const { forward } = await desk()
    const nulls = { params: null, data: null, request_format: null, response_format: null, timeout: null }
    const defaults = { params: null, data: null, request_format: 'JSON', response_format: 'JSON', timeout: null }
    expect(await body(forward(GET))).toMatchObject(defaults)
    expect(await body(forward({ ...GET, ...nulls }))).toMatchObject(defaults)
    for (const data of ['<a/>', [1, [2]], { a: { b: null } }, '', [], {}]) {
      expect((await body<{ data: unknown }>(forward({ ...GET, data }))).data).toEqual(data)
    }
    expect(await body(forward({ ...GET, timeout: 2.5 }))).toMatchObject({ timeout: 2.5 })
  })

  it('names its connector by token: 422 without, 403 for an unknown, an unlinked and an inactive one', async () => {
    const { service } = await desk()
    const status = async (token?: string) => {
      const headers = token === undefined ? {} : { 'x-connector-token': token }
      const answer = await send(service, PASSTHROUGH, { ...GET, headers: {} }, headers)
      const { detail } = await body<{ detail: unknown }>(answer)
      return [answer.status, typeof detail]
    }
    const tokenOf = (fits: (one: (typeof service.connectors)[number]) => boolean) =>
      service.connectors.find(fits)?.connector_token ?? ''
    expect(await status()).toEqual([422, 'object'])
    expect(await status('ct_nobody')).toEqual([403, 'string'])
    expect(await status(tokenOf((one) => one.status === 'INCOMPLETE'))).toEqual([403, 'string'])
    expect(await status(tokenOf((one) => !one.is_active))).toEqual([403, 'string'])
  })

  it('wants a bearer and POST', async () => {
    const service = await practice()
    expect((await fetch(service.url + PASSTHROUGH, { method: 'POST' })).status).toBe(401)
    expect((await call(service, PASSTHROUGH)).status).toBe(405)
  })

  it('may hold files: up to 32 MB', async () => {
    const { forward, service } = await desk()
    const data = 'x'.repeat(20 * 1024 * 1024)
    const answer = await forward({ method: 'POST', path: '/counter/large', data })
    expect(await answer.json()).toMatchObject({ count: 1 })
    expect((await forward({ method: 'POST', path: '/counter/large', data: data + data })).status).toBe(413)
    expect(service.writes.get('large')).toBe(1)
  })
})

describe('limits of passthrough (spec: Limits)', () => {
  it('hold per connector token, with all four headers, and nothing refused is forwarded', async () => {
    const { service, connector, forward } = await desk('json', { limitPerMinute: 2 })
    const write = () => forward({ method: 'POST', path: '/counter/limited' })
    expect([(await write()).status, (await write()).status]).toEqual([200, 200])
    const refused = await write()
    expect([refused.status, await refused.json()]).toEqual([429, { detail: 'Rate limit exceeded' }])
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After']) {
      expect(refused.headers.get(name), name).toMatch(/^\d+$/)
    }
    expect(service.writes.get('limited')).toBe(2)
    const other = service.connectors.find((one) => one.status === 'COMPLETE' && one.is_active && one !== connector)
    const headers = { 'x-connector-token': other?.connector_token ?? '' }
    const free = await send(service, PASSTHROUGH, { ...GET, headers: {} }, headers)
    expect([free.status, free.headers.get('X-RateLimit-Remaining')]).toEqual([200, '1'])
  })
})

describe('an answer that is late or lost', () => {
  it('is a 504 of the service once the timeout of the envelope is over', async () => {
    const { forward, service } = await desk()
    const answer = await forward({ method: 'POST', path: '/slow?seconds=3000', timeout: 0.05 })
    expect([answer.status, await answer.json()]).toEqual([504, { detail: 'upstream timeout' }])
    expect(service.writes.get('/slow')).toBe(1)
    expect(await body(forward({ method: 'GET', path: '/slow', params: { seconds: 0.01 }, timeout: 60 }))).toEqual({
      slept: 0.01,
      method: 'GET'
    })
  })

  it('does not keep the service from ending', async () => {
    const { forward, service } = await desk()
    const pending = forward({ method: 'GET', path: '/slow?seconds=3000' })
    while (service.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await service.close()
    await expect(pending).rejects.toThrow('fetch failed')
  })

  it('leaves the write counted once when the connection is reset after sending', async () => {
    const { forward, service } = await desk()
    const data = { note: 'x'.repeat(300_000) }
    await expect(forward({ method: 'POST', path: '/reset-after-send', data })).rejects.toThrow('fetch failed')
    await expect(forward({ method: 'GET', path: '/reset-after-send' })).rejects.toThrow('fetch failed')
    expect(service.writes.get('/reset-after-send')).toBe(1)
    expect(service.requests.map((one) => one.status)).toEqual([null, null])
  })
})
