import { TransportFailure } from './transport'

/** How a URL is reached, as the system says: directly, or through a proxy. */
export interface Route {
  /** null: directly */
  proxy: URL | null
  /** The system's own words, as "PROXY proxy.example:8080; DIRECT". */
  said: string
}

/**
 * Reads what the system's settings or its PAC file say of a URL. Only the first way counts: the others are for a
 * first that does not answer, and what was sent there may have arrived.
 * @throws TransportFailure unreachable for a kind of proxy that is not supported
 */
export function readRoute(said: string): Route {
  const [first = 'DIRECT'] = said.split(';')
  const [kind = '', host] = first.trim().split(/\s{1,99}/)
  if (kind === 'DIRECT' || !host) return { proxy: null, said }
  const scheme = { PROXY: 'http', HTTPS: 'https' }[kind]
  if (!scheme) {
    const words = `The system's proxy settings ask for ${kind}, which is not supported.`
    throw new TransportFailure('unreachable', words, false)
  }
  return { proxy: new URL(`${scheme}://${host}`), said }
}
