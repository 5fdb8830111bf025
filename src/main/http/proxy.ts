import { session, type Session } from 'electron'
import type * as Undici from 'undici'
import type { ProxyRule } from '../../shared/policy/file'
import { agentFor } from './agent'
import { proxySettings } from './proxy-settings'
import { readRoute, type Route } from './route'
import type { DispatcherFor } from './transport'

let made: Session | undefined

/** Where Chromium is asked for the way to a URL. No page is in it: the session of the pages reaches nothing. */
function ways(): Session {
  if (made) return made
  made = session.fromPartition('ways')
  // Each session would fetch the dictionaries of its languages.
  made.setSpellCheckerLanguages([])
  return made
}

/** Asks the system how a URL is reached: its settings and PAC files are read by Chromium, again for each URL. */
export const routeOf = async (url: URL): Promise<Route> => readRoute(await ways().resolveProxy(url.href))

/** Has everything the app sends take the way that the organization chose; undefined leaves it to the system. */
export async function useProxy(rule: ProxyRule | undefined): Promise<void> {
  if (rule) await ways().setProxy(proxySettings(rule))
}

/** At a start: `system` is how it is anyway, and would take precedence over the switches of the command line. */
export async function startWithProxy(rule: ProxyRule): Promise<void> {
  if (rule.mode !== 'system') await useProxy(rule)
}

/** So long a route that was read is used for requests that may be repeated, ms. */
const routeHoldsMs = 1_000

export interface Dispatchers {
  dispatcherFor: DispatcherFor
  /** Other certificates are trusted, or another way is chosen: connections that were made before are not used again. */
  renew(): void
}

/**
 * The agent for a URL: direct, or through the proxy the OS names.
 * Where `keeps` is false each request gets a connection of its own, closed after it.
 *
 * @param chosen the CA certificates the operator chose, as PEM; for the server, the proxy, and the server behind it
 */
export function dispatchers(chosen: () => readonly string[]): Dispatchers {
  const agents = new Map<string, Undici.Dispatcher>()
  const routes = new Map<string, { route: Route; at: number }>()
  /** Pages of a walk follow each other within milliseconds: the system is asked again a moment later. */
  const recentRoute = async (url: URL) => {
    const known = routes.get(url.origin)
    if (known && performance.now() - known.at < routeHoldsMs) return known.route
    const route = await routeOf(url)
    routes.set(url.origin, { route, at: performance.now() })
    return route
  }
  return {
    async dispatcherFor(url, keeps) {
      const { proxy } = await (keeps ? recentRoute(url) : routeOf(url))
      // Loaded with the first call, so that the window opens sooner.
      const undici = await import('undici')
      const key = `${proxy?.href ?? 'direct'} ${keeps}`
      const known = agents.get(key)
      if (known) return known
      const agent = agentFor(undici, proxy, keeps, chosen())
      agents.set(key, agent)
      return agent
    },
    renew() {
      // Running requests continue to their end.
      for (const agent of agents.values()) void agent.close()
      agents.clear()
      routes.clear()
    }
  }
}
