import { Agent, ProxyAgent, type Dispatcher } from 'undici'
import { describe, expect, it } from 'vitest'
import type { Identity } from '../../practice/line/authority'
import { Tunnel } from '../../practice/line/tunnel'
import { Line } from '../../practice/line/line'
import { RateLimits } from '../http/rate-limit'
import { createClient } from '../http/client'
import { undiciTransport } from '../http/transport'
import { connectOptions } from '../http/trust'
import { write } from '../http/write'
import { wordsOf } from '../../shared/error-words'
import type { AppError } from '../../shared/errors'
import { FakeClock, granted, target as anyTarget } from './fakes'
import { faultyWay } from './faulty-way'

const way = faultyWay()
const { closing, lineWith, tunnelTo } = way

async function both(baseUrl: string, dispatcher: Dispatcher) {
  closing.push(() => dispatcher.destroy())
  const clock = new FakeClock(Date.now())
  const client = createClient({
    ...{
      transport: undiciTransport(async () => dispatcher),
      clock,
      rateLimits: new RateLimits(() => undefined, clock)
    },
    ...{ redact: (text: string) => text, log: () => undefined }
  })
  const target = { ...anyTarget, baseUrl, bearerToken: way.service.bearerToken }
  const { signal } = new AbortController()
  const read = await client
    .send(target, { asker: 'connectors', method: 'GET', path: '/api/hris/v1/connectors', signal, failFast: true })
    .then(({ status }) => status)
    .catch((thrown: unknown) => thrown as AppError)
  const doomed = way.service.connectors.find(({ category }) => category === 'HRIS')?.id ?? ''
  const path = `/api/hris/v1/connectors/${doomed}/delete`
  const call = { asker: 'connectors' as const, method: 'DELETE', path, signal }
  const written = await write(client, target, granted(call, target))
  return { read, written, isThere: way.service.connectors.some(({ id }) => id === doomed) }
}

const agent = (chosen: string[] = []) => new Agent({ connect: connectOptions(chosen) })

function saidOf(read: unknown): string {
  const { title, cause, next } = wordsOf((read as AppError).toShape())
  return `${title} ${cause} ${next}`
}
const rawText = /SSL|BORING|routines|ERR_|_CERT/

const refused: [what: string, identity: () => Identity, code: string, words: RegExp][] = [
  ['that expired', () => way.authority.issue('localhost', -1), 'untrusted-certificate', /has expired/],
  ['that no CA issued', () => way.authority.selfSigned('localhost'), 'untrusted-certificate', /self-signed/],
  [
    'of a CA that is not known',
    () => way.authority.issue('localhost'),
    'untrusted-certificate',
    /a CA that this computer does not know/
  ],
  ['for another host', () => way.authority.issue('elsewhere.test'), 'untrusted-certificate', /for another address/]
]

describe.each(refused)('@fault a certificate %s', (what, identity, code, words) => {
  it('lets nothing leave, and says why without raw text of the TLS library', async () => {
    const line = await lineWith(identity())
    const chosen = /expired|another host/.test(what) ? [way.authority.pem] : []
    const { read, written, isThere } = await both(`https://localhost:${line.port}`, agent(chosen))
    expect(read).toMatchObject({ code, message: expect.stringMatching(words) })
    expect(saidOf(read)).not.toMatch(rawText)
    // Certainly not done: no byte of the request left.
    expect([written.change.outcome, written.error?.code]).toEqual(['refused', code])
    expect([line.arrived, isThere]).toEqual([[], true])
  })
})

describe('@fault a CA that the operator chose', () => {
  it('is trusted for the service', async () => {
    const line = await lineWith(way.authority.issue('localhost'))
    const { read, written, isThere } = await both(line.url, agent([way.authority.pem]))
    expect([read, written.change.outcome, isThere]).toEqual([200, 'done', false])
    expect(line.arrived.map(({ method }) => method)).toEqual(['GET', 'DELETE'])
  })

  it('is trusted for a service behind a proxy, whose name the proxy looks up', async () => {
    const line = await lineWith(way.authority.issue('api.company.test'))
    const tunnel = await tunnelTo(() => line.port)
    const requestTls = connectOptions([way.authority.pem])
    const { read, written } = await both(
      'https://api.company.test',
      new ProxyAgent({ uri: `http://${tunnel.host}`, requestTls })
    )
    expect([read, written.change.outcome]).toEqual([200, 'done'])
    expect(new Set(tunnel.asked)).toEqual(new Set(['api.company.test:443']))
    expect(line.arrived).toHaveLength(2)
  })

  it('does not make another host’s certificate good', async () => {
    const line = await lineWith(way.authority.issue('elsewhere.test'))
    const { read } = await both(line.url, agent([way.authority.pem]))
    expect(read).toMatchObject({ code: 'untrusted-certificate' })
    expect(line.arrived).toEqual([])
  })
})

describe('@fault no way to the service', () => {
  it('as a port that speaks plain HTTP: nothing leaves, and it is said without raw text', async () => {
    const { port } = new URL(way.service.url)
    const { read, written, isThere } = await both(`https://localhost:${port}`, agent())
    expect(read).toMatchObject({ code: 'unreachable', message: expect.stringMatching(/does not speak HTTPS/) })
    expect(saidOf(read)).not.toMatch(rawText)
    expect([written.change.outcome, isThere]).toEqual(['refused', true])
  })

  it.each([
    ['a name that is not found', async () => 'https://service.invalid', /Address not found/],
    [
      'a port where nothing listens',
      async () => {
        const line = await Line.open(way.service.url)
        const { port } = line
        await line.close()
        return `http://127.0.0.1:${port}`
      },
      /Nothing answers/
    ]
  ])('as with %s: nothing leaves, and it is said', async (_, address, words) => {
    const { read, written, isThere } = await both(await address(), agent())
    expect(read).toMatchObject({ code: 'unreachable', message: expect.stringMatching(words) })
    expect([written.change.outcome, isThere]).toEqual(['refused', true])
  })

  it('as with a proxy that is down: nothing leaves, and it is said', async () => {
    const line = await lineWith()
    const tunnel = await Tunnel.open(() => line.port)
    const uri = `http://${tunnel.host}`
    await tunnel.close()
    const { read, written } = await both('http://api.company.test', new ProxyAgent(uri))
    expect(read).toMatchObject({ code: 'unreachable', message: expect.stringMatching(/Nothing answers/) })
    expect([written.change.outcome, line.arrived]).toEqual(['refused', []])
  })

  it.each([
    ['407 Proxy Authentication Required', /asks for a user name and password \(407\)/],
    ['403 Forbidden', /did not connect to the API \(403\)/],
    ['502 Bad Gateway', /did not connect to the API \(502\)/]
  ] as const)('as with a proxy that answers %s: nothing leaves, and it is said', async (way, words) => {
    const line = await lineWith()
    const tunnel = await tunnelTo(() => line.port)
    tunnel.way = way
    const { read, written, isThere } = await both('http://api.company.test', new ProxyAgent(`http://${tunnel.host}`))
    expect(read).toMatchObject({ code: 'unreachable', message: expect.stringMatching(words) })
    expect([written.change.outcome, isThere, line.arrived]).toEqual(['refused', true, []])
  })
})
