import { AppError } from '../../shared/errors'
import { trimmedEnd } from '../../shared/scan'

/** A list repeats its parameter for each value. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/**
 * The URL of a path below a base address, which may have a path itself. Keeps the base's origin: refuses `//host`,
 * absolute URLs and dot segments, plain or encoded.
 */
export function buildUrl(baseUrl: string, path: string, query: Query = {}): URL {
  const base = new URL(baseUrl)
  // An id may hold an encoded slash; decoding it must not lead to another path either.
  const dotted = path.split(/[/\\]|%2f|%5c/i).some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
  // eslint-disable-next-line no-control-regex -- URL leaves line breaks out, which would make it another path
  if (!path.startsWith('/') || path.startsWith('//') || dotted || /[\\?#\u0000-\u0020\u007f]/.test(path)) {
    throw new AppError('invalid-input', `Not a path below the base address: ${path}`)
  }
  const url = new URL(trimmedEnd(base.pathname, (char) => char === '/') + path, base.origin)
  if (url.origin !== base.origin) throw new AppError('internal', 'The address left the base address.')
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? (value as readonly string[]) : value === undefined ? [] : [String(value)]
    for (const one of values) url.searchParams.append(name, one)
  }
  return url
}
