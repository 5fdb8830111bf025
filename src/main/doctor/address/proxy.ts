import type { Outcome } from '../../../shared/doctor/finding'
import { causeOf } from '../../http/failure'
import type { Route } from '../../http/route'
import { fault, ok } from '../examination'
import { openSocket } from './socket'

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
