import type { IncomingHttpHeaders } from 'node:http'
import type { PageFaults } from './page-faults'
import { Problem, type Reply } from './reply'
import type { Operation, PracticeKnobs } from './types'
import type { World } from './world'

export interface Call {
  method: string
  path: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** At most the server's cap. */
  body: Buffer
  world: World
  pageFaults: PageFaults
  knobs: Readonly<PracticeKnobs>
  now: () => number
  /** Aborted when the service closes. */
  signal: AbortSignal
}

/** `:name` takes anything, `:category` only `hris`, `ats` and `lms`. */
export interface Route {
  method: string
  path: string
  /** Switched off, it is missing, as in an older service. */
  operation?: Operation
  /** A signed address: no bearer token, no limit. */
  open?: true
  /** Bytes. */
  bodyCap?: number
  answer: (call: Call) => Reply | Promise<Reply>
}

export interface Match {
  route: Route
  params: Record<string, string>
}

/**
 * Takes the path literally, `..` and `//` included, so that a client's mistake shows. The first fitting route wins.
 *
 * @throws Problem 404 for an unknown path, 405 with `Allow` for another method
 */
export function findRoute(routes: readonly Route[], method: string, path: string): Match {
  const allowed: string[] = []
  for (const route of routes) {
    const params = matchPath(route.path, path)
    if (!params) continue
    if (route.method === method) return { route, params }
    allowed.push(route.method)
  }
  if (allowed.length > 0) throw new Problem(405, 'Method Not Allowed', { Allow: [...new Set(allowed)].join(', ') })
  throw new Problem(404, 'Not Found')
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  if (!pattern.includes(':')) return pattern === path ? {} : null
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    const value = given[at] ?? ''
    if (!segment.startsWith(':')) {
      if (segment !== value) return null
      continue
    }
    if (value === '' || (segment === ':category' && !['hris', 'ats', 'lms'].includes(value))) return null
    params[segment.slice(1)] = decode(value)
  }
  return params
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
