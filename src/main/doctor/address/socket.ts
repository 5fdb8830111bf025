import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import type { Route } from '../../http/route'
import { connectOptions } from '../../http/trust'

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
