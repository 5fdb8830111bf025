import type * as Undici from 'undici'
import { connectOptions, connectTimeoutMs } from './trust'

/**
 * What makes connections: directly, or through a proxy.
 *
 * @param keeps whether a connection may be used again
 * @param chosen CA certificates to trust besides those of the system, as PEM
 */
export function agentFor(
  { Agent, Pool, ProxyAgent }: typeof Undici,
  proxy: URL | null,
  keeps: boolean,
  chosen: readonly string[]
): Undici.Dispatcher {
  const connect = connectOptions(chosen)
  const pipelining = keeps ? {} : { pipelining: 0 } // undici's word for no keep-alive
  if (!proxy) return new Agent({ connect, ...pipelining })
  return new ProxyAgent({
    uri: proxy.href,
    requestTls: connect,
    proxyTls: connect,
    // A proxy that takes a CONNECT and never answers would be waited for 300 s.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectTimeoutMs }),
    ...pipelining
  })
}
