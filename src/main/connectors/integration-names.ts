import { z } from 'zod'
import type { Target } from '../http/call'
import type { Client } from '../http/client'

const lookup = z.looseObject({ integrations: z.array(z.looseObject({ slug: z.string(), display_name: z.string() })) })
const patienceMs = 5_000

/**
 * Display names of the integrations by slug (spec §5). Names are optional: without them, or without them
 * in time, only the names are missing.
 */
export async function integrationNames(
  client: Client,
  target: Target,
  signal: AbortSignal
): Promise<Record<string, string>> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  try {
    const path = '/api/v1/lookup/integrations'
    const call = { asker: 'connectors' as const, method: 'GET', path, failFast: true, signal: patience }
    const { integrations } = lookup.parse((await client.send(target, call)).json)
    return Object.fromEntries(integrations.map(({ slug, display_name }) => [slug, display_name]))
  } catch {
    return {}
  }
}
