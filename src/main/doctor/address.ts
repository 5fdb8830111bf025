import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import tls, { type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import { lookup } from 'node:dns/promises'
import type { Route } from '../http/route'
import { connectOptions } from '../http/trust'
import type { Outcome } from '../../shared/doctor/finding'
import { causeOf } from '../http/failure'
import { fault, ok, warning } from './examination'
import { dayOf } from '../settings/pem'
import { soonMs } from './computer'
import { answerError } from '../http/answer'
import { parseJson } from '../http/json'
import type { Transport, TransportFailure, TransportResponse } from '../http/transport'
import { buildUrl } from '../http/url'
import { isWebPage } from '../http/web-page'
import { type AppError, toAppError } from '../../shared/errors'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { checkReach } from '../workspaces/reach'

/** A longer head is no answer to a CONNECT, bytes. */
const longestHead = 16_384

/** Without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')
export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)
/** TLS expects no name for an IP address. */
export const servername = (host: string) => (isIP(host) ? {} : { servername: host })

/**
 * A bare connection to a URL's server: nothing was sent but a CONNECT to a proxy. It ends with the signal.
 * @throws network errors; for a refusing proxy `Proxy response (407)`, in undici's words
 */
export async function openSocket(url: URL, { proxy }: Route, chosen: readonly string[], signal: AbortSignal) {
  const to = proxy ?? url
  let socket: Socket = connect({ host: hostOf(to), port: portOf(to) })
  const end = () => void socket.destroy()
  signal.addEventListener('abort', end, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', end))
  await once(socket, 'connect', { signal })
  if (!proxy) return socket
  if (proxy.protocol === 'https:') {
    const host = hostOf(proxy)
    socket = tls.connect({ ...connectOptions(chosen), socket, host, ...servername(host) })
    await once(socket, 'secureConnect', { signal })
  }
  const target = `${url.hostname}:${portOf(url)}`
  socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`)
  const status = await statusOf(socket, signal)
  if (status === '200') return socket
  socket.destroy()
  throw new Error(status ? `Proxy response (${status})` : 'The proxy’s answer is not HTTP')
}

/** Of the answer to a CONNECT; empty if it is not HTTP. */
async function statusOf(socket: Socket, signal: AbortSignal): Promise<string> {
  let head = ''
  while (!head.includes('\r\n\r\n') && head.length < longestHead) {
    const [chunk] = (await Promise.race([
      once(socket, 'data', { signal }),
      once(socket, 'end', { signal })
    ])) as Buffer[]
    if (!chunk) throw new Error('The proxy ended the connection')
    head += chunk.toString('latin1')
  }
  return /^HTTP\/1\.\d (\d{3})/.exec(head)?.[1] ?? ''
}

export async function lookAtProxy(
  url: URL,
  route: Route,
  chosen: readonly string[],
  signal: AbortSignal
): Promise<Outcome> {
  const facts: Outcome['facts'] = [['System says', route.said]]
  if (!route.proxy) return ok('None: connections are made directly.', facts)
  try {
    const socket = await openSocket(url, route, chosen, signal)
    socket.destroy()
    return ok(`${route.proxy.host} connects to the address.`, facts)
  } catch (thrown) {
    if (signal.aborted) throw thrown
    const { code, message } = causeOf(thrown, false)
    const next =
      code === 'untrusted-certificate'
        ? 'Ask who runs the proxy for its CA certificate, and choose it in Settings.'
        : 'Ask who runs the proxy, or correct it in the system’s network settings.'
    return fault(`${route.proxy.host} makes no connection. ${message}`, next, facts)
  }
}

/** Behind a proxy, the proxy looks names up. */
export async function lookAtName(url: URL, { proxy }: Route): Promise<Outcome> {
  if (proxy) return ok('The proxy looks names up.')
  const host = hostOf(url)
  if (isIP(host)) return ok('The address is a number: there is no name to look up.')
  try {
    const began = performance.now()
    const found = await lookup(host, { all: true })
    const facts: Outcome['facts'] = [
      ['Addresses', found.map(({ address }) => address).join(', ')],
      ['Took', `${Math.round(performance.now() - began)} ms`]
    ]
    if (performance.now() - began > slowMs) {
      return warning(`${host} was found, but slowly.`, 'Ask who runs the DNS server of this network.', facts)
    }
    return ok(`${host} was found.`, facts)
  } catch (thrown) {
    const isUnknown = (thrown as { code?: string }).code === 'ENOTFOUND'
    const next = isUnknown
      ? 'Check the spelling of the address. A name of a company network needs its VPN.'
      : 'Check the network, the VPN and the DNS settings of this computer.'
    return fault(`${host} was not found. ${causeOf(thrown, false).message}`, next)
  }
}

const slowMs = 3_000

export interface SeenCertificate {
  subject: string
  issuer: string
  /** ms since 1970 */
  validFrom: number
  validTo: number
  /** As "api.example.com, *.example.com". */
  names: string
}

interface CertificateFault {
  words: string
  next: string
}

const choose = (ca: string) =>
  `If “${ca}” is your company’s, ask your IT for its certificate as a PEM file and choose it under CA certificates in Settings. If you do not know it, somebody may be listening: use another network.`

/**
 * @param code from Node's TLS
 * @param chain from the server's own certificate to the last known one
 */
export function certificateFault(
  code: string,
  host: string,
  chain: readonly SeenCertificate[],
  now: number
): CertificateFault {
  const [own] = chain
  const last = chain.at(-1)
  if (!own || !last) return { words: 'The certificate is not trusted.', next: 'Test again.' }
  switch (code) {
    case 'CERT_HAS_EXPIRED': {
      const old = chain.find(({ validTo }) => validTo < now) ?? own
      const next = `Ask whoever runs ${host} to renew it. If it should be valid, check the date of this computer.`
      return { words: `The certificate of “${old.subject}” expired on ${dayOf(old.validTo)}.`, next }
    }
    case 'CERT_NOT_YET_VALID': {
      const early = chain.find(({ validFrom }) => validFrom > now) ?? own
      const words = `The certificate of “${early.subject}” is not valid before ${dayOf(early.validFrom)}.`
      return { words, next: 'Check the date and time of this computer.' }
    }
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const words = `The certificate is for ${own.names || `“${own.subject}”`}, not for ${host}.`
      return { words, next: 'Check the base address: another server answers, or a sign-in page of this network.' }
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT': {
      const words = `The certificate of “${own.subject}” is self-signed: no CA issued it.`
      return { words, next: choose(own.subject) }
    }
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return { words: `The CA “${last.subject}” is not trusted by this computer.`, next: choose(last.subject) }
    default: {
      const words = `The CA “${last.issuer}”, which issued the certificate of “${last.subject}”, is not known to this computer.`
      return { words, next: `${choose(last.issuer)} The server may also leave out a certificate between.` }
    }
  }
}

/** Connects with the same checks as every call, sends nothing, and reports the certificates, also refused ones. */
export async function lookAtTls(
  url: URL,
  route: Route,
  chosen: readonly string[],
  now: number,
  signal: AbortSignal
): Promise<Outcome> {
  if (url.protocol !== 'https:') return ok('Plain HTTP, which is for services on this computer only.')
  const host = hostOf(url)
  let chain: SeenCertificate[] = []
  try {
    const bare = await openSocket(url, route, chosen, signal)
    const socket = tls.connect({ ...connectOptions(chosen), socket: bare, host, ...servername(host) })
    // Before Node's own listener, which ends the connection for a refused certificate.
    socket.prependListener('secure', () => (chain = chainOf(socket)))
    await once(socket, 'secureConnect', { signal })
    const facts = factsOf(chain, socket.getProtocol())
    socket.destroy()
    const [ending] = chain.filter(({ validTo }) => validTo < now + soonMs)
    if (!ending) return ok('The certificate is trusted.', facts)
    const words = `The certificate of “${ending.subject}” is trusted, and expires on ${dayOf(ending.validTo)}.`
    return warning(words, `Tell whoever runs ${host} to renew it.`, facts)
  } catch (thrown) {
    if (signal.aborted) throw thrown
    const { code, message } = causeOf(thrown, false)
    const facts = factsOf(chain, null)
    if (code === 'untrusted-certificate') {
      const { code: said } = thrown as { code: string }
      const { words, next } = certificateFault(said, host, chain, now)
      return fault(words, next, [...facts, ['TLS says', said]])
    }
    const next = 'Check the address and its port. A firewall, VPN or proxy of this network may also stand between.'
    return fault(message, next, facts)
  }
}

function chainOf(socket: TLSSocket): SeenCertificate[] {
  const chain: SeenCertificate[] = []
  const seen = new Set<string>()
  let at: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  while (at?.fingerprint256 && !seen.has(at.fingerprint256)) {
    seen.add(at.fingerprint256)
    chain.push({
      subject: nameOf(at.subject),
      issuer: nameOf(at.issuer),
      validFrom: Date.parse(at.valid_from),
      validTo: Date.parse(at.valid_to),
      names: (at.subjectaltname ?? '').replaceAll(/(DNS|IP Address):/g, '')
    })
    at = at.issuerCertificate
  }
  return chain
}

/** Node gives a list for repeated parts and nothing for missing ones. */
function nameOf(parts: Partial<tls.Certificate> | undefined): string {
  const said = parts?.CN ?? parts?.O ?? 'no name'
  return [said].flat().join(', ')
}

function factsOf(chain: readonly SeenCertificate[], protocol: string | null): Outcome['facts'] {
  const [own] = chain
  if (!own) return []
  return [
    ['Subject', own.subject],
    ['Names', own.names || 'none'],
    ['Issuer', own.issuer],
    ['Valid', `${dayOf(own.validFrom)} to ${dayOf(own.validTo)}`],
    ...chain
      .slice(1)
      .map(({ subject, validTo }): [string, string] => ['CA', `${subject}, valid until ${dayOf(validTo)}`]),
    ...(protocol ? [['Protocol', protocol] satisfies [string, string]] : [])
  ]
}

export interface ClockSample {
  /** The `Date` header; undefined if absent. */
  date: string | undefined
  /** ms since 1970, in the middle between request and answer. */
  at: number
}

const address = 'Use the root address only, e.g. https://api.example.com, without /api/… at the end.'
const timeoutMs = 15_000

/**
 * Sends no token, because another server may answer: the API refuses in its own words.
 * @param heard gets the time of the answer
 */
export async function lookAtService(
  baseUrl: string,
  parts: { transport: Transport; now: () => number },
  signal: AbortSignal,
  heard: (sample: ClockSample) => void
): Promise<Outcome> {
  const url = buildUrl(baseUrl, '/api/v1/lookup/integrations')
  const began = parts.now()
  let answer: TransportResponse
  try {
    const headers = { accept: 'application/json' }
    answer = await parts.transport({ method: 'GET', url, headers, signal, timeoutMs, maxBytes: 16e6 })
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return fault((thrown as TransportFailure).message, 'Test again. If it stays, ask the API’s support.')
  }
  heard({ date: answer.headers['date'], at: (began + parts.now()) / 2 })
  return answerFinding(answer)
}

function answerFinding(answer: TransportResponse): Outcome {
  const { status } = answer
  const facts: Outcome['facts'] = [['Answered', `${status} without a token`]]
  if (isWebPage(answer)) {
    const words = 'A web page answered instead of the API, most likely the sign-in page of this network.'
    return fault(words, 'Open any page in a browser and sign in to the network, then test again.', facts)
  }
  const { message, info } = answerError(answer)
  if (status === 401 || status === 403) {
    if (info.detail !== undefined) return ok('The API responds, and asks for a token as it should.', facts)
    return warning('The server asks for a sign-in, but not as the API does.', address, facts)
  }
  if (status === 200) {
    if (holdsIntegrations(answer.body)) return ok('The API responds.', facts)
    return fault('Something else answers at this address.', address, facts)
  }
  if (status === 404) return fault('No API found at this address (404).', address, facts)
  if (status === 429) return warning('Rate limited (429).', 'Test again in a minute.', facts)
  if (status >= 300 && status < 400) return fault(message, 'Enter the address it moved to, if you trust it.', facts)
  const next = status >= 500 ? 'Test again in a few minutes. If it stays, ask the API’s support.' : address
  return fault(`The server responds ${status}.`, next, facts)
}

function holdsIntegrations(body: Buffer): boolean {
  try {
    return Array.isArray((parseJson(body) as { integrations?: unknown } | null)?.integrations)
  } catch {
    return false
  }
}

/** Ages and diagnoses use this computer's clock, so the Doctor reports a larger difference, ms. */
const muchMs = 60_000
const farOffMs = 10 * 60_000

/** Compares this computer's clock with the service's. `Date` counts whole seconds. */
export function lookAtClock({ date, at }: ClockSample): Outcome {
  const there = Date.parse(date ?? '')
  if (Number.isNaN(there)) return ok('The response has no time to compare with.')
  const offMs = at - there
  const facts: Outcome['facts'] = [
    ['API', new Date(there).toISOString()],
    ['This computer', new Date(at).toISOString()]
  ]
  if (Math.abs(offMs) < muchMs) return ok('The clock of this computer agrees with the API’s.', facts)
  const words = `The clock of this computer is ${spanOf(Math.abs(offMs))} ${offMs > 0 ? 'ahead of' : 'behind'} the API’s: ages and overdue times are wrong by as much.`
  const next = 'Turn on automatic time in the system’s settings.'
  return Math.abs(offMs) < farOffMs ? warning(words, next, facts) : fault(words, next, facts)
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

/** The token goes only to its region's address. */
export async function lookAtToken(
  target: () => Promise<Target>,
  client: Client,
  signal: AbortSignal
): Promise<Outcome> {
  try {
    await checkReach(client, await target(), signal)
    return ok('The API accepts it.')
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return tokenFinding(toAppError(thrown))
  }
}

function tokenFinding({ code, message }: AppError): Outcome {
  switch (code) {
    case 'no-token':
      return warning('There is none for this region.', 'Enter one in Settings if you use this region.')
    case 'unauthorized':
      return fault(
        'The API rejects it: it was mistyped, revoked, or belongs to another environment.',
        'Enter it again in Settings.'
      )
    case 'forbidden':
      return warning('The API knows it, but does not allow this request.', 'Ask your admin what this token may do.')
    case 'rate-limited':
      return warning('Rate limited (429).', 'Test again in a minute.')
    case 'keychain-locked':
    case 'keychain-missing':
      return fault(`It cannot be read. ${message}`, 'See Keychain above.')
    case 'other-address':
      return fault(message, 'If the address is right, enter its token in Settings. If not, put the old address back.')
    default:
      return fault(message, 'Test again. If it stays, pass this report on.')
  }
}
