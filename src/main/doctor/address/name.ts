import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Outcome } from '../../../shared/doctor/finding'
import { causeOf } from '../../http/failure'
import type { Route } from '../../http/route'
import { fault, ok, warning } from '../examination'
import { hostOf } from './socket'

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
