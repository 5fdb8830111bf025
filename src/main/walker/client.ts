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
  /** Extra CA certificates, PEM. */
  certificates: readonly string[]
}

/** The program uses no system settings: it connects directly, or through the one proxy. */
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
