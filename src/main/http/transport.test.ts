import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { undiciTransport, type TransportFailure, type TransportRequest } from './transport'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function setUp(answer: Answer, agent = new Agent()) {
  const hits: IncomingMessage[] = []
  const server = createServer((request, response) => {
    hits.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    await agent.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`)
  const transport = undiciTransport(async () => agent)
  const send = (options: Partial<TransportRequest> = {}) =>
    transport({
      method: 'GET',
      url,
      headers: {},
      signal: new AbortController().signal,
      timeoutMs: 5_000,
      maxBytes: 1e6,
      ...options
    })
  return { send, hits, url, agent }
}

describe('an answer', () => {
  it.each([
    ['as it is', undefined, (body: Buffer) => body],
    ['from gzip', 'gzip', gzipSync],
    ['from brotli', 'br', brotliCompressSync],
    ['from deflate', 'deflate', deflateSync]
  ])('is read %s', async (_, encoding, encode) => {
    const { send } = await setUp((_, response) => {
      if (encoding) response.setHeader('content-encoding', encoding)
      response.setHeader('X-Two', ['first', 'second'])
      response.writeHead(201).end(encode(Buffer.from('{"ü":1}')))
    })
    const { status, headers, body } = await send()
    expect({ status, text: body.toString(), two: headers['x-two'] }).toEqual({
      status: 201,
      text: '{"ü":1}',
      two: 'first'
    })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync]
  ])('@attack is capped by what it decodes to, not by what travels: a bomb of %s', async (encoding, encode) => {
    const bomb = encode(Buffer.alloc(50e6))
    const { send } = await setUp((_, response) => response.setHeader('content-encoding', encoding).end(bomb))
    expect(bomb.length).toBeLessThan(1e6)
    await expect(send()).rejects.toMatchObject({ code: 'too-large', sent: true })
  })

  it('@attack is capped when it never ends', async () => {
    const { send } = await setUp((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64_000, 'x'))) continue
      }
      response.on('drain', more)
      more()
    })
    await expect(send()).rejects.toMatchObject({ code: 'too-large' })
  })

  it('that breaks off is not an answer', async () => {
    const { send } = await setUp((_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('half', () => response.destroy())
    })
    const failure = { code: 'bad-response', sent: true, message: expect.stringContaining('The response broke off') }
    await expect(send()).rejects.toMatchObject(failure)
  })

  it('that is not what its encoding says is a bad one', async () => {
    const { send } = await setUp((_, response) => response.setHeader('content-encoding', 'gzip').end('plain'))
    await expect(send()).rejects.toMatchObject({ code: 'bad-response', sent: true })
  })

  it('that drips forever ends at the whole deadline', async () => {
    const { send } = await setUp((_, response) => {
      response.write('x')
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })
    await expect(send({ timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'timeout', sent: true })
  })
})

describe('what was read of an answer', () => {
  it.each([
    ['breaks off', { 'content-length': '1000' }, 'half', 'bad-response', {}],
    ['grows too large', {}, 'x'.repeat(2_000), 'too-large', { maxBytes: 4 }],
    ['drips past the deadline', {}, 'half', 'timeout', { timeoutMs: 1_000 }]
  ])('is kept where it %s', async (_, headers, text, code, options) => {
    const { send } = await setUp((_, response) => {
      response.writeHead(200, { ...headers, 'x-was': 'here' })
      response.write(text, () => code === 'bad-response' && response.destroy())
    })
    const failure = await send(options).catch((thrown: TransportFailure) => thrown)
    expect(failure).toMatchObject({ code, sent: true, part: { status: 200, headers: { 'x-was': 'here' } } })
    expect((failure as TransportFailure).part?.body.toString()).toBe(text.slice(0, 4))
  })
})

describe('the moments of a request', () => {
  it('are shown in order: leaving, then the head; every header comes along', async () => {
    const { send } = await setUp((_, response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end('{}'))
    const moments: string[] = []
    const { allHeaders } = await send({ method: 'POST', body: '{}', mark: (moment) => moments.push(moment) })
    expect(moments).toEqual(['sent', 'head'])
    expect(allHeaders.filter(([name]) => name === 'set-cookie')).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2']
    ])
  })

  it('hold no leaving where it was cancelled before it was connected', async () => {
    const { hits, url, agent } = await setUp((_, response) => response.end())
    const controller = new AbortController()
    const late = undiciTransport(async () => {
      controller.abort()
      return agent
    })
    const { signal } = controller
    const sending = late({ method: 'POST', url, headers: {}, body: '{}', signal, timeoutMs: 5_000, maxBytes: 1e6 })
    await expect(sending).rejects.toMatchObject({ code: 'cancelled', sent: false })
    expect(hits).toHaveLength(0)
  })
})

describe('@attack a redirect', () => {
  it.each([300, 301, 302, 303, 305, 307, 308])('of %i is not followed', async (status) => {
    const { send, hits, url } = await setUp((_, response) =>
      response.writeHead(status, { location: `${url.origin}/elsewhere` }).end()
    )
    const response = await send({ headers: { 'x-connector-token': 'secret' } })
    expect(response.status).toBe(status)
    expect(hits).toHaveLength(1)
  })

  it.each([
    ['refresh', '0; url=/elsewhere'],
    ['location', '/elsewhere'],
    ['content-location', '/elsewhere'],
    ['alt-svc', 'h2="127.0.0.1:1"'],
    ['link', '</elsewhere>; rel=preload']
  ])('by the header %s of an answer of 200 is not followed', async (name, value) => {
    const { send, hits } = await setUp((_, response) => response.writeHead(200, { [name]: value }).end('{}'))
    expect((await send({ headers: { 'x-connector-token': 'secret' } })).status).toBe(200)
    expect(hits).toHaveLength(1)
  })
})

describe('@attack a head', () => {
  it('that never ends is given up', async () => {
    const { send } = await setUp((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (!request.socket.destroyed && request.socket.write(`x-more: ${'x'.repeat(8_000)}\r\n`)) continue
      }
      request.socket.on('drain', more).on('error', () => undefined)
      more()
    })
    await expect(send()).rejects.toMatchObject({ code: 'bad-response' })
  })

  it.each([
    ['a line break', 'x\r\nx-evil: 1'],
    ['a NUL', 'x\0'],
    ['a lone line feed', 'x\nx-evil: 1']
  ])('with %s in a value never leaves', async (_, value) => {
    const { send, hits } = await setUp((_, response) => response.end('{}'))
    await expect(send({ headers: { 'x-value': value } })).rejects.toThrow()
    expect(hits).toHaveLength(0)
  })
})

describe('a connection', () => {
  it('that is never accepted never sent anything', async () => {
    const { send, url } = await setUp(() => undefined)
    const unused = new URL(url)
    unused.port = '1'
    await expect(send({ url: unused })).rejects.toMatchObject({ code: 'unreachable', sent: false })
  })

  it('to a name that does not exist never sent anything', async () => {
    // A machine whose name server does not answer would wait longer than the request may.
    const lookup: LookupFunction = (hostname, _, done) =>
      done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), '', 0)
    const { send } = await setUp(() => undefined, new Agent({ connect: { lookup } }))
    await expect(send({ url: new URL('http://nowhere.invalid/') })).rejects.toMatchObject({
      code: 'unreachable',
      sent: false
    })
  })

  it('that is reset after a write sends it once', async () => {
    const { send, hits } = await setUp((request) => request.socket.destroy())
    await expect(send({ method: 'POST', body: '{}' })).rejects.toMatchObject({ code: 'unreachable', sent: true })
    expect(hits).toHaveLength(1)
  })

  it('that was lost while kept open does not make a write arrive twice', async () => {
    let dead = false
    const { send, hits } = await setUp((request, response) => {
      if (dead) request.socket.destroy()
      else response.end('{}')
    })
    await send()
    dead = true
    await expect(send({ method: 'POST', body: '{}' })).rejects.toMatchObject({ sent: true })
    expect(hits.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('that says nothing ends at the deadline', async () => {
    const { send } = await setUp(() => undefined)
    await expect(send({ timeoutMs: 100 })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('can be cancelled', async () => {
    const controller = new AbortController()
    const { send } = await setUp(() => controller.abort())
    await expect(send({ signal: controller.signal })).rejects.toMatchObject({ code: 'cancelled' })
  })
})
