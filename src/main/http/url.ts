import { AppError } from '../../shared/errors'

/** A list is sent as its parameter once for each value. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/**
 * The URL of a path below a base address, which may itself have a path. The base's origin is kept whatever the path
 * holds: `//host`, absolute URLs and dot segments are refused, plain or encoded.
 */
export function buildUrl(baseUrl: string, path: string, query: Query = {}): URL {
  const base = new URL(baseUrl)
  // A slash may be encoded, as in an id: whoever decodes it must not come to another path either.
  const dotted = path.split(/[/\\]|%2f|%5c/i).some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
  // eslint-disable-next-line no-control-regex -- URL leaves line breaks out, which would make it another path
  if (!path.startsWith('/') || path.startsWith('//') || dotted || /[\\?#\u0000-\u0020\u007f]/.test(path)) {
    throw new AppError('invalid-input', `Not a path below the base address: ${path}`)
  }
  const url = new URL(base.pathname.replace(/\/+$/, '') + path, base.origin)
  if (url.origin !== base.origin) throw new AppError('internal', 'The address left the base address.')
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? (value as readonly string[]) : value === undefined ? [] : [String(value)]
    for (const one of values) url.searchParams.append(name, one)
  }
  return url
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a host is this computer by its name alone. */
export const isOnThisComputer = ({ hostname }: URL): boolean => loopback.test(hostname)

/**
 * Reads a base address as the operator typed it.
 * @returns the address without a trailing slash, or what is wrong with it
 */
export function readBaseAddress(typed: string): { url: string } | { problem: string } {
  const text = typed.trim()
  if (!text) return { problem: 'Enter the base address.' }
  // eslint-disable-next-line no-control-regex -- URL leaves some of them out, and reads a backslash as a slash
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return { problem: 'Leave spaces, line breaks and backslashes out of the address.' }
  if (!URL.canParse(text)) return { problem: 'Enter a full URL, for example https://api.example.com.' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOnThisComputer(url))) {
    return { problem: 'The address must start with https://, or the token would travel readable.' }
  }
  if (url.username || url.password) return { problem: 'Leave the user name and password out of the address.' }
  if (url.hostname.endsWith('.')) return { problem: 'Leave out the dot at the end of the host.' }
  if (url.search || url.hash) return { problem: 'Leave out everything from ? or # on.' }
  return { url: (url.origin + url.pathname).replace(/\/+$/, '') }
}
