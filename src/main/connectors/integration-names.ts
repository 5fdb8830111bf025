import { z } from 'zod'
import type { Place } from '../../shared/workspaces/place'
import { eitherOf } from '../base/jobs'
import type { Target } from '../http/call'
import type { Client } from '../http/client'

const lookup = z.looseObject({ integrations: z.array(z.looseObject({ slug: z.string(), display_name: z.string() })) })
const patienceMs = 5_000

/** Display names of integrations, from each refresh, for this run. */
export class IntegrationNames {
  private readonly known = new Map<string, Readonly<Record<string, string>>>()

  constructor(private readonly client: Client) {}

  /** Names by slug. They are optional: a failure or a delay only hides names. */
  async read(target: Target, signal: AbortSignal): Promise<Record<string, string>> {
    const patience = eitherOf(signal, AbortSignal.timeout(patienceMs))
    try {
      const path = '/api/v1/lookup/integrations'
      const call = { asker: 'connectors' as const, method: 'GET', path, failFast: true, signal: patience }
      const { integrations } = lookup.parse((await this.client.send(target, call)).json)
      const names = Object.fromEntries(integrations.map(({ slug, display_name }) => [slug, display_name]))
      this.learn(target, names)
      return names
    } catch {
      return {}
    }
  }

  learn(place: Place, names: Record<string, string>): void {
    this.known.set(idOf(place), names)
  }

  /** undefined before a refresh of the place */
  all(place: Place): Record<string, string> | undefined {
    const names = this.known.get(idOf(place))
    return names && { ...names }
  }

  of(place: Place, slug: string): string | undefined {
    return this.known.get(idOf(place))?.[slug]
  }
}

const idOf = ({ workspaceId, region }: Place) => `${workspaceId} ${region}`
