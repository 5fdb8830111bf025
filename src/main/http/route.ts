import { TransportFailure } from './transport'

export interface Route {
  /** null: direct */
  proxy: URL | null
  /** The system's words, as "PROXY proxy.example:8080; DIRECT". */
  said: string
}

/**
 * Reads the route from the system's settings or PAC file. Uses only the first way: a request sent there may have
 * arrived, so no other way may repeat it.
 * @throws TransportFailure unreachable for an unsupported kind of proxy
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
