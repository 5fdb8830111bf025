import { session } from 'electron'
import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici'
import { TransportFailure, type DispatcherFor } from './transport'
import { connectOptions, connectTimeoutMs } from './trust'

/**
 * The agent for a URL: direct, or through the proxy the OS names (system settings and PAC files, read by Chromium).
 * Where `keeps` is false each request gets a connection of its own, closed after it.
 */
export function dispatchers(): DispatcherFor {
  const connect = connectOptions()
  const byProxy = new Map<string, Dispatcher>()
  return async (url, keeps) => {
    const [first = 'DIRECT'] = (await session.defaultSession.resolveProxy(url.href)).split(';')
    const [kind, host] = first.trim().split(/\s+/)
    const key = `${first} ${keeps}`
    const known = byProxy.get(key)
    if (known) return known
    const pipelining = keeps ? {} : { pipelining: 0 } // undici's word for no keep-alive
    const agent =
      kind === 'DIRECT' || !host
        ? new Agent({ connect, ...pipelining })
        : new ProxyAgent({
            uri: proxyUri(kind ?? '', host),
            requestTls: connect,
            proxyTls: connect,
            clientFactory: proxyClient,
            ...pipelining
          })
    byProxy.set(key, agent)
    return agent
  }
}

/** A proxy that takes a CONNECT and never answers would be waited for 300 s. */
const proxyClient = (origin: URL, options: object) => new Pool(origin, { ...options, headersTimeout: connectTimeoutMs })

function proxyUri(kind: string, host: string): string {
  if (kind === 'PROXY') return `http://${host}`
  if (kind === 'HTTPS') return `https://${host}`
  throw new TransportFailure(
    'unreachable',
    `The system's proxy settings ask for ${kind}, which is not supported.`,
    false
  )
}
