import type * as Undici from 'undici'
import { connectOptions, connectTimeoutMs } from './trust'

/**
 * Makes connections, direct or through a proxy.
 * @param keeps true allows reusing a connection
 * @param chosen further trusted CA certificates, PEM
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
    // Without this limit, a proxy that never answers a CONNECT holds a call for 300 s.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectTimeoutMs }),
    ...pipelining
  })
}
