import type { Dispatcher } from 'undici'
import type { SteadyClock } from '../base/clock'
import { agentFor } from '../http/agent'
import { RateLimits } from '../http/rate-limit'
import type { LoggedCall } from '../http/call-log'
import { createClient, type Client } from '../http/client'
import { undiciTransport } from '../http/transport'

export interface Way {
  /** null: directly */
  proxy: URL | null
  /** CA certificates to trust besides those of the system, as PEM. */
  certificates: readonly string[]
}

/** The app's client, for a program without settings of the system: it goes directly, or through the one proxy. */
export function openClient(
  { proxy, certificates }: Way,
  parts: { clock: SteadyClock; mask: (text: string) => string; called: (call: LoggedCall) => void }
): Client {
  const agents = new Map<boolean, Dispatcher>()
  const transport = undiciTransport(async (_url, keeps) => {
    const agent = agents.get(keeps) ?? agentFor(await import('undici'), proxy, keeps, certificates)
    agents.set(keeps, agent)
    return agent
  })
  const { clock, mask: redact, called: log } = parts
  return createClient({ transport, clock, rateLimits: new RateLimits(() => undefined), redact, log })
}
