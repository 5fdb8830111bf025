import { session, type Session } from 'electron'
import type * as Undici from 'undici'
import type { ProxyRule } from '../../shared/settings/proxy-rule'
import { agentFor } from './agent'
import { proxySettings } from './proxy-settings'
import { readRoute, type Route } from './route'
import type { DispatcherFor } from './transport'

let made: Session | undefined

/** A session without pages, which asks Chromium for routes. */
function ways(): Session {
  if (made) return made
  made = session.fromPartition('ways')
  // Otherwise each session fetches its languages' dictionaries.
  made.setSpellCheckerLanguages([])
  return made
}

/** Chromium reads the system's settings and PAC files again for each URL. */
export const routeOf = async (url: URL): Promise<Route> => readRoute(await ways().resolveProxy(url.href))

/** Applies the organization's route to all requests; undefined means the system's. */
export async function useProxy(rule: ProxyRule | undefined): Promise<void> {
  if (rule) await ways().setProxy(proxySettings(rule))
}

/** `system` is the default, and setting it would override the command line. */
export async function startWithProxy(rule: ProxyRule): Promise<void> {
  if (rule.mode !== 'system') await useProxy(rule)
}

/** Requests that may repeat reuse a route this long, ms. */
const routeHoldsMs = 1_000

export interface Dispatchers {
  dispatcherFor: DispatcherFor
  /** Drops old connections after a change of certificates or route. */
  renew(): void
}

/**
 * The agent for a URL: direct, or through the system's proxy. With `keeps` false, each request gets its own connection.
 * @param chosen the operator's CA certificates, PEM; for the server, the proxy, and the server behind it
 */
export function dispatchers(chosen: () => readonly string[]): Dispatchers {
  const agents = new Map<string, Undici.Dispatcher>()
  const routes = new Map<string, { route: Route; at: number }>()
  /** Pages follow within milliseconds, so the system is asked again only a moment later. */
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
