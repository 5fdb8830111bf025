import { describe, expect, it } from 'vitest'
import { Agent } from 'undici'
import type { Identity } from '../../practice/line/authority'
import { Tunnel } from '../../practice/line/tunnel'
import { undiciTransport } from '../http/transport'
import { lookAtProxy, lookAtName, lookAtTls, lookAtService, type ClockSample, lookAtClock } from './address'
import { faultyWay } from '../testing/faulty-way'

const way = faultyWay()
const { closing, lineWith, tunnelTo } = way
const { signal } = new AbortController()
const direct = { proxy: null, said: 'DIRECT' }

const through = ({ host }: Tunnel) => ({ proxy: new URL(`http://${host}`), said: `PROXY ${host}` })

describe('@fault TLS', () => {
  const tls = async (identity: Identity, chosen: string[] = []) => {
    const line = await lineWith(identity)
    const found = await lookAtTls(new URL(line.url), direct, chosen, Date.now(), signal)
    expect(line.arrived).toEqual([])
    return found
  }

  it('is well with a CA that was chosen: subject, issuer and expiry are shown', async () => {
    const found = await tls(way.authority.issue('localhost'), [way.authority.pem])
    expect(found).toMatchObject({ state: 'ok', words: 'The certificate is trusted.' })
    expect(found.facts).toEqual([
      ['Subject', 'localhost'],
      ['Names', 'localhost'],
      ['Issuer', 'Harbourline Proxy CA'],
      ['Valid', expect.stringMatching(/^\d+ \w+ 20\d\d to \d+ \w+ 20\d\d$/)],
      ['CA', expect.stringMatching(/^Harbourline Proxy CA, valid until/)],
      ['Protocol', 'TLSv1.3']
    ])
  })

  it('reports a certificate that expires soon', async () => {
    const found = await tls(way.authority.issue('localhost', 5), [way.authority.pem])
    expect(found).toMatchObject({
      state: 'warning',
      words: expect.stringMatching(/^The certificate of “localhost” is trusted, and expires on/)
    })
  })

  it.each<[what: string, identity: () => Identity, knows: boolean, words: RegExp, next: RegExp]>([
    ['an expired one', () => way.authority.issue('localhost', -1), true, /“localhost” expired on/, /renew it/],
    [
      'a self-signed one',
      () => way.authority.selfSigned('localhost'),
      false,
      /self-signed/,
      /choose it under CA certificates in Settings/
    ],
    [
      'one of an unknown CA',
      () => way.authority.issue('localhost'),
      false,
      /“Harbourline Proxy CA”, which issued .* not known/,
      /ask your IT for its certificate as a PEM file/
    ],
    [
      'one of another host',
      () => way.authority.issue('elsewhere.test'),
      true,
      /is for elsewhere.test, not for localhost/,
      /base address/
    ]
  ])('names the certificate that fails: %s', async (_, identity, knows, words, next) => {
    const found = await tls(identity(), knows ? [way.authority.pem] : [])
    expect(found).toMatchObject({
      state: 'fault',
      words: expect.stringMatching(words),
      next: expect.stringMatching(next)
    })
    expect(found.facts).toContainEqual(['Issuer', expect.stringMatching(/Harbourline|localhost/)])
  })

  it('says so where the port speaks plain HTTP', async () => {
    const found = await lookAtTls(new URL(way.service.url.replace('http:', 'https:')), direct, [], Date.now(), signal)
    expect(found).toMatchObject({ state: 'fault', words: expect.stringContaining('does not speak HTTPS') })
  })

  it('is looked at through a proxy', async () => {
    const line = await lineWith(way.authority.issue('api.company.test', 20))
    const tunnel = await tunnelTo(() => line.port)
    const url = new URL('https://api.company.test')
    expect(await lookAtTls(url, through(tunnel), [way.authority.pem], Date.now(), signal)).toMatchObject({
      state: 'ok'
    })
    expect(tunnel.asked).toEqual(['api.company.test:443'])
  })
})

describe('@fault a proxy', () => {
  const url = new URL('https://api.company.test')

  it('that connects is well, and looks names up itself', async () => {
    const line = await lineWith()
    const tunnel = await tunnelTo(() => line.port)
    expect(await lookAtProxy(url, through(tunnel), [], signal)).toMatchObject({ state: 'ok' })
    expect(await lookAtName(url, through(tunnel))).toMatchObject({ state: 'ok', words: 'The proxy looks names up.' })
  })

  it.each([
    ['407 Proxy Authentication Required', /asks for a user name and password/],
    ['502 Bad Gateway', /did not connect to the API \(502\)/]
  ] as const)('that answers %s is named', async (way, words) => {
    const tunnel = await tunnelTo(() => 0)
    tunnel.way = way
    const found = await lookAtProxy(url, through(tunnel), [], signal)
    expect(found).toMatchObject({ state: 'fault', words: expect.stringMatching(words) })
    expect(found.words).toContain(tunnel.host)
  })

  it('that is down is named', async () => {
    const tunnel = await Tunnel.open(() => 0)
    const route = through(tunnel)
    await tunnel.close()
    expect(await lookAtProxy(url, route, [], signal)).toMatchObject({
      state: 'fault',
      words: expect.stringMatching(/^127\.0\.0\.1:\d+ makes no connection\. Nothing answers/)
    })
  })
})

describe('@fault DNS', () => {
  it('says that a name was not found, and what to do', async () => {
    expect(await lookAtName(new URL('https://service.invalid'), direct)).toMatchObject({
      state: 'fault',
      words: expect.stringMatching(/^service\.invalid was not found\./),
      next: expect.stringMatching(/spelling|DNS settings/)
    })
  })

  it('finds this computer', async () => {
    const found = await lookAtName(new URL('http://localhost:1'), direct)
    expect(found).toMatchObject({ state: 'ok', words: 'localhost was found.' })
  })
})

describe('@fault the service', () => {
  async function look(baseUrl: string) {
    const agent = new Agent()
    closing.push(() => agent.destroy())
    const samples: ClockSample[] = []
    const parts = { transport: undiciTransport(async () => agent), now: Date.now }
    const found = await lookAtService(baseUrl, parts, signal, (sample) => samples.push(sample))
    return { found, samples }
  }

  it('is known by how it refuses, and gets no token', async () => {
    const line = await lineWith()
    const { found, samples } = await look(line.url)
    expect(found).toMatchObject({ state: 'ok', facts: [['Answered', '401 without a token']] })
    expect(lookAtClock(samples[0] ?? expect.fail('no sample'))).toMatchObject({ state: 'ok' })
    expect(line.arrived).toHaveLength(1)
  })

  it('is not a sign-in page, a redirect, or another server', async () => {
    const line = await lineWith()
    const seen: unknown[] = []
    for (const kind of ['portal-page', 'portal-redirect', 'bad-gateway', 'garbage', 'half-close'] as const) {
      line.fail({ kind })
      const { found } = await look(line.url)
      seen.push([kind, found.state, found.words])
    }
    expect(seen).toEqual([
      ['portal-page', 'fault', expect.stringMatching(/A web page answered/)],
      ['portal-redirect', 'fault', expect.stringMatching(/leads to http:\/\/hotel\.invalid/)],
      ['bad-gateway', 'fault', 'The server responds 502.'],
      ['garbage', 'fault', expect.stringMatching(/not HTTP/)],
      ['half-close', 'fault', expect.stringMatching(/connection was lost/)]
    ])
    const { found } = await look(`${line.url}/api/v1`)
    expect(found).toMatchObject({ state: 'fault', words: expect.stringContaining('404') })
  })
})

it.each([
  [0, 'ok', /agrees/],
  [-59_000, 'ok', /agrees/],
  [180_000, 'warning', /3 minutes ahead of/],
  [-3_600_000, 'fault', /60 minutes behind/],
  [3 * 86_400_000, 'fault', /3 days ahead of/]
])('@fault a clock that is %i ms off', (offMs, state, words) => {
  const there = Date.parse('2026-03-01T12:00:00Z')
  const found = lookAtClock({ date: new Date(there).toUTCString(), at: there + offMs })
  expect(found).toMatchObject({ state, words: expect.stringMatching(words) })
})
