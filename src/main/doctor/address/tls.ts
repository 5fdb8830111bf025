import { once } from 'node:events'
import tls, { type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import type { Outcome } from '../../../shared/doctor/finding'
import { causeOf } from '../../http/failure'
import type { Route } from '../../http/route'
import { connectOptions } from '../../http/trust'
import { dayOf } from '../../settings/pem'
import { soonMs } from '../computer/certificates'
import { fault, ok, warning } from '../examination'
import { certificateFault, type Seen } from './certificate-faults'
import { hostOf, openSocket, servername } from './socket'

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
  let chain: Seen[] = []
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

function chainOf(socket: TLSSocket): Seen[] {
  const chain: Seen[] = []
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

function factsOf(chain: readonly Seen[], protocol: string | null): Outcome['facts'] {
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
