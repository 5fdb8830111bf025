import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import type { Quiet } from '../../shared/connectors/refresh'
import { undiciTransport, type DispatcherFor, type TransportRequest } from './transport'
import type { Limits } from './watch'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Short limits test one part at a time; all others are far off. */
const far: Limits = { connectMs: 60_000, headMs: 60_000, stallMs: 60_000, leastBytes: 1_000, quietMs: 60_000 }

/** A bare TCP server. */
async function listen(serve: (socket: Socket, number: number) => void): Promise<URL> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.resume()
    serve(socket, sockets.size)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`)
}

function agentOf(agent: Dispatcher): DispatcherFor {
  closing.push(() => agent.destroy())
  return async () => agent
}

function transportOver(dispatcherFor: DispatcherFor, limits: Partial<Limits>) {
  const transport = undiciTransport(dispatcherFor, { ...far, ...limits })
  return (url: URL, options: Partial<TransportRequest> = {}) =>
    transport({
      ...{ method: 'GET', url, headers: {}, signal: new AbortController().signal },
      ...{ timeoutMs: 120_000, maxBytes: 1e6 },
      ...options
    })
}

/** A name never looked up, a silent proxy, a connection that no server accepts. */
const unconnected = {
  'a PAC file that never answers': async () => (() => new Promise(() => undefined)) as DispatcherFor,
  'a proxy that is silent on CONNECT': async () => {
    const { origin } = await listen(() => undefined)
    return agentOf(new ProxyAgent(origin))
  },
  'an address that takes no connection': async () => {
    const agent = new Agent({ connect: () => undefined as never })
    return agentOf(agent)
  }
}

describe.each(Object.entries(unconnected))('with %s', (_, way) => {
  const url = new URL('http://service.invalid/x')

  it.each(['GET', 'POST'])('%s is cancelled at once, and never leaves', async (method) => {
    const controller = new AbortController()
    const moments: string[] = []
    const send = transportOver(await way(), {})
    const sending = send(url, { method, signal: controller.signal, mark: (moment) => moments.push(moment) })
    controller.abort()
    await expect(sending).rejects.toMatchObject({ code: 'cancelled', sent: false })
    expect(moments).toEqual([])
  })

  it('ends at the limit of connecting, and is known not to have left', async () => {
    const send = transportOver(await way(), { connectMs: 40 })
    await expect(send(url, { method: 'POST', body: '{}' })).rejects.toMatchObject({
      code: 'unreachable',
      sent: false,
      message: expect.stringContaining('No connection within')
    })
  })

  it('says that there is no connection, before it ends', async () => {
    const reported: (Quiet | null)[] = []
    const send = transportOver(await way(), { quietMs: 20, connectMs: 600 })
    await expect(send(url, { quiet: (quiet) => reported.push(quiet) })).rejects.toMatchObject({ code: 'unreachable' })
    expect(reported).toEqual([{ what: 'connection', since: expect.any(Number) }, null])
  })
})

it('what a try may say nothing for counts from its beginning, over the connection and the answer', async () => {
  const url = await listen(() => undefined)
  const send = transportOver(agentOf(new Agent()), { connectMs: 2_500, headMs: 60_000 })
  const began = performance.now()
  await expect(send(url, { silenceMs: 2_000 })).rejects.toMatchObject({ code: 'timeout', sent: true })
  expect(performance.now() - began).toBeGreaterThanOrEqual(1_999)
  await expect(send(url, { silenceMs: 20, method: 'POST', timeoutMs: 2_000 })).rejects.toMatchObject({
    message: 'No complete answer within 2 s.'
  })
})

it('a request cancelled while it connects is not sent when the connection opens after all', async () => {
  const arrived: string[] = []
  const url = await listen((socket) => socket.on('data', (data) => arrived.push(String(data))))
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const pool = new Pool(url.origin, {
    connect: ({ hostname, port }, callback) => {
      void opened.then(async () => {
        const { connect } = await import('node:net')
        const socket = connect(Number(port), hostname, () => callback(null, socket))
      })
    }
  })
  const send = transportOver(agentOf(pool), {})
  const controller = new AbortController()
  const cancelled = send(url, { method: 'DELETE', signal: controller.signal })
  controller.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled', sent: false })
  open()
  const next = new AbortController()
  const sending = send(new URL('/next', url), { method: 'POST', signal: next.signal, mark: () => next.abort() })
  await expect(sending).rejects.toMatchObject({ code: 'cancelled' })
  expect(arrived.join('')).not.toContain('DELETE')
})

describe('a server that takes a request and says nothing', () => {
  it('is reported, and a read ends at the limit of the head', async () => {
    const url = await listen(() => undefined)
    const reported: (Quiet | null)[] = []
    const send = transportOver(agentOf(new Agent()), { quietMs: 20, headMs: 600 })
    const sending = send(url, { quiet: (quiet) => reported.push(quiet) })
    await expect(sending).rejects.toMatchObject({
      code: 'timeout',
      sent: true,
      message: expect.stringMatching(/^No answer/)
    })
    // A slow machine also connects too late to say nothing.
    expect(reported.slice(-2)).toEqual([{ what: 'answer', since: expect.any(Number) }, null])
  })

  it('ends a write only at the end of its try: it may be done meanwhile', async () => {
    const url = await listen((socket) =>
      socket.once('data', () => setTimeout(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'), 150))
    )
    const send = transportOver(agentOf(new Agent()), { headMs: 20, quietMs: 80 })
    await expect(send(url, { method: 'POST', body: '{}' })).resolves.toMatchObject({ status: 200 })
  })

  it('ends a read whose head comes byte by byte', async () => {
    const url = await listen((socket) => {
      const drip = setInterval(() => socket.write('H'), 10)
      socket.on('close', () => clearInterval(drip))
      socket.write('HTTP/1.1 200 OK\r\nx-drip: ')
    })
    const send = transportOver(agentOf(new Agent()), { headMs: 100, quietMs: 80 })
    await expect(send(url)).rejects.toMatchObject({ code: 'timeout', sent: true })
  })
})

describe('a body', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'

  it('that drips ends by its own limit, is reported, and what came is kept', async () => {
    const url = await listen((socket) => {
      socket.write(head)
      const drip = setInterval(() => socket.write('x'), 5)
      socket.on('close', () => clearInterval(drip))
    })
    const reported: (Quiet | null)[] = []
    const send = transportOver(agentOf(new Agent()), { quietMs: 30, stallMs: 600 })
    const failure = await send(url, { quiet: (quiet) => reported.push(quiet) }).catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject({ code: 'timeout', sent: true, part: { status: 200 } })
    expect(String(failure)).toContain('The answer stopped')
    expect(reported.slice(-2)).toEqual([{ what: 'rest', since: expect.any(Number) }, null])
  })

  it('that comes slowly but keeps coming is read to its end without a report', async () => {
    const url = await listen((socket) => {
      socket.write(head)
      let left = 100
      const more = setInterval(() => (left-- > 0 ? socket.write('x'.repeat(1_000)) : clearInterval(more)), 2)
      socket.on('close', () => clearInterval(more))
    })
    const reported: (Quiet | null)[] = []
    const send = transportOver(agentOf(new Agent()), { quietMs: 2_000, stallMs: 4_000 })
    const { body } = await send(url, { quiet: (quiet) => reported.push(quiet) })
    expect(body).toHaveLength(100_000)
    expect(reported).toEqual([])
  })
})

describe('what an answer or its lack is called', () => {
  const answers: [what: string, text: string, code: string, words: RegExp][] = [
    ['garbage', '\0\x01garbage\r\n\r\n', 'bad-response', /not HTTP/],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x-more: y\r\n'.repeat(20_000)}`, 'bad-response', /headers/],
    ['a body cut short', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', 'bad-response', /broke off/],
    [
      'a chunk cut short',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\na\r\nhalf',
      'bad-response',
      /broke off/
    ],
    ['an end before any answer', '', 'unreachable', /connection was lost/]
  ]

  it.each(answers)('%s', async (_, text, code, words) => {
    const url = await listen((socket) => socket.once('data', () => socket.end(text)))
    const failure = await transportOver(agentOf(new Agent()), {})(url).catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject({ code, sent: true, message: expect.stringMatching(words) })
  })

  it('plain HTTP on a port asked for HTTPS', async () => {
    const url = await listen((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    const failure = await transportOver(
      agentOf(new Agent()),
      {}
    )(new URL(`https://${url.host}/x`)).catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject({ code: 'unreachable', sent: false, message: expect.stringContaining('speak HTTPS') })
  })

  it('a proxy that wants a password', async () => {
    const { origin } = await listen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'))
    )
    const send = transportOver(agentOf(new ProxyAgent(origin)), {})
    await expect(send(new URL('http://service.invalid/x'))).rejects.toMatchObject({
      code: 'unreachable',
      sent: false,
      message: expect.stringContaining('asks for a user name and password (407)')
    })
  })
})
