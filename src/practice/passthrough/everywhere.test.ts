import { describe, expect, it } from 'vitest'
import { body } from '../testing'
import { METHODS } from './exchange'
import { bytesOf, desk } from './testing'

describe('/echo', () => {
  it('shows what arrived, with the envelope as it was sent', async () => {
    const { forward, connector } = await desk()
    const path = '/echo?a=1&a=2'
    const params = { b: [3, 'four'], c: null, d: true, e: { f: 5 } }
    const message = { headers: { 'X-Trace': 'é' }, method: 'PATCH', path, params, data: { n: 1 }, timeout: 9 }
    expect(await body(forward(message))).toEqual({
      method: 'PATCH',
      path: '/echo',
      query: [
        ['a', '1'],
        ['a', '2'],
        ['b', '3'],
        ['b', 'four'],
        ['d', 'true'],
        ['e', '{"f":5}']
      ],
      headers: { 'X-Trace': 'é' },
      params,
      data: { n: 1 },
      request_format: 'JSON',
      response_format: 'JSON',
      timeout: 9,
      connector: { id: connector.id, integration_slug: connector.integration_slug },
      message: JSON.stringify(message)
    })
  })

  it('keeps __proto__ keys as data', async () => {
    const { forward } = await desk()
    const answer = await forward({ method: 'POST', path: '/echo', data: JSON.parse('{"__proto__":{"admin":true}}') })
    expect(await answer.text()).toContain('"data":{"__proto__":{"admin":true}}')
  })

  it('gives text back as it is where XML or BINARY is asked for', async () => {
    const { forward } = await desk('soap')
    const data = '<?xml version="1.0"?>\r\n<a>é</a>'
    const xml = await forward({ method: 'POST', path: '/echo', data, response_format: 'XML' })
    expect([xml.headers.get('Content-Type'), await xml.text()]).toEqual(['application/xml', data])
    const binary = await forward({ method: 'POST', path: '/echo', data, response_format: 'BINARY' })
    expect([binary.headers.get('Content-Type'), await binary.text()]).toEqual(['application/octet-stream', data])
  })

  it.each(METHODS)('takes %s', async (method) => {
    const { forward, service } = await desk('files')
    const answer = await forward({ method, path: '/echo' })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    if (method === 'HEAD') expect(text).toBe('')
    else expect(JSON.parse(text)).toMatchObject({ method })
    expect(service.writes.get('/echo')).toBe(['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? 1 : undefined)
  })
})

describe('/counter', () => {
  it('counts every write, by name, and no read', async () => {
    const { forward, service } = await desk()
    const count = async (method: string, name: string) =>
      (await body<{ count: number }>(forward({ method, path: `/counter/${name}` }))).count
    expect(await count('GET', 'a')).toBe(0)
    expect([await count('POST', 'a'), await count('PUT', 'a'), await count('PATCH', 'a')]).toEqual([1, 2, 3])
    expect(await count('DELETE', 'b')).toBe(1)
    expect([await count('GET', 'a'), await count('OPTIONS', 'a')]).toEqual([3, 3])
    expect([...service.writes]).toEqual([
      ['a', 3],
      ['b', 1]
    ])
  })

  it('is kept when the answer is lost on the way', async () => {
    const faults = [{ name: 'lost-answer', path: '/passthrough', times: 1 } as const]
    const { forward, service } = await desk('json', { faults })
    await expect(forward({ method: 'POST', path: '/counter/lost' })).rejects.toThrow('fetch failed')
    expect(service.writes.get('lost')).toBe(1)
  })
})

describe('/huge', () => {
  it.each([
    [0, 256],
    [0.001, 1024],
    [1, 1024 * 1024],
    [64, 64 * 1024 * 1024]
  ])('of %d MB is a JSON array of exactly %i bytes', { timeout: 30_000 }, async (megabytes, size) => {
    const { forward } = await desk()
    const answer = await forward({ method: 'GET', path: '/huge', params: { megabytes } })
    expect(answer.headers.get('Content-Length')).toBe(String(size))
    const text = await answer.text()
    expect(text).toHaveLength(size)
    const rows = JSON.parse(text) as { id: string }[]
    expect(rows).toHaveLength(size / 256)
    expect(rows.at(-1)).toMatchObject({ id: `w-${String(size / 256 - 1).padStart(7, '0')}` })
  })

  it('of more is refused by the third party', async () => {
    const { forward } = await desk()
    const answer = await forward({ method: 'GET', path: '/huge?megabytes=65' })
    expect([answer.status, await answer.json()]).toMatchObject([200, { error: { status: 400 } }])
  })
})

describe('/broken', () => {
  const broken = async (kind: string) => {
    const { forward } = await desk()
    return forward({ method: 'GET', path: '/broken', params: { kind } })
  }

  it.each([
    ['html', 'text/html; charset=utf-8', /^<!doctype html>/],
    ['garbage', 'application/json', /Ada}/],
    ['empty', 'application/json', /^$/],
    ['type', 'text/plain', /^{"name"/],
    ['xml', 'application/xml', /<\/worker>$/]
  ])('sends %s', async (kind, type, text) => {
    const answer = await broken(kind)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type])
    expect(await answer.text()).toMatch(text)
  })

  it('loses the connection in the middle', async () => {
    await expect((await broken('truncated')).text()).rejects.toThrow('terminated')
  })

  it('nests deeply, up to a million', async () => {
    const { forward } = await desk()
    expect((await bytesOf(forward({ method: 'GET', path: '/broken?kind=deep' }))).length).toBe(40_011)
    expect((await bytesOf(forward({ method: 'GET', path: '/broken?kind=deep&depth=1e9' }))).length).toBe(2_000_011)
  })

  it('has numbers and keys that JSON.parse loses, bytes that are not UTF-8, and a mark before them', async () => {
    const text = await (await broken('bigint')).text()
    for (const part of ['9007199254740993', '1e400', '"first of two"', '"second of two"', '"__proto__"', '12.50']) {
      expect(text).toContain(part)
    }
    expect(() => JSON.parse(text)).not.toThrow()
    const { forward } = await desk()
    expect((await bytesOf(forward({ method: 'GET', path: '/broken?kind=latin1' }))).includes(0xe9)).toBe(true)
    expect((await bytesOf(forward({ method: 'GET', path: '/broken?kind=bom' }))).subarray(0, 3).toString('hex')).toBe(
      'efbbbf'
    )
  })

  it('names its kinds', async () => {
    expect(await (await broken('toString')).json()).toMatchObject({
      error: { message: expect.stringContaining('html, truncated') }
    })
  })
})

describe('/status', () => {
  it.each([
    ['204', { status: 204, ok: true }],
    ['404', { error: { status: 404, code: 'http_404' } }],
    ['429', { error: { status: 429 } }],
    ['503', { error: { status: 503 } }],
    ['99', { error: { status: 400 } }]
  ])("/%s is the third party's own: in the body of a 200", async (code, expected) => {
    const { forward } = await desk('files')
    const answer = await forward({ method: 'GET', path: `/status/${code}` })
    expect([answer.status, await answer.json()]).toMatchObject([200, expected])
  })
})
