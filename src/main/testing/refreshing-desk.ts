import { randomUUID } from 'node:crypto'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import { systemClock } from '../base/clock'
import { Jobs } from '../base/jobs'
import { IntegrationNames } from '../connectors/integration-names'
import { refreshHandlers } from '../connectors/refresh-job'
import { RefreshKeeper } from '../connectors/refresh-keeper'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Scopes } from '../secrets/token-scope'
import { SharedRefreshes } from '../team/refresh/shared-refreshes'
import { RateLimits } from '../http/rate-limit'
import { openTransport } from '../walker/program'
import { createClient } from '../http/client'
import { freshSettings } from '../settings/settings-schema'
import { Passing } from '../base/turns'
import { place, type TeamDesk } from './team-desk'

const bearerToken = 'bearer of all desks'

/**
 * @param baseUrl of the service, over real HTTP
 * @returns a refresh as a window asks for it; resolves after the diagnosis
 */
export function refreshOf({ team, store, masker }: TeamDesk, baseUrl: string): () => Promise<RefreshProgress> {
  masker.add(bearerToken)
  const failed = (error: unknown) => console.error(error)
  const client = createClient({
    transport: openTransport({ proxy: null, certificates: [] }),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => masker.mask(text),
    log: () => undefined
  })
  const handlers = refreshHandlers({
    ...{ client, clock: systemClock, jobs: new Jobs(), tokens: new ConnectorTokens(masker) },
    names: new IntegrationNames(client),
    workspaces: { target: async () => ({ ...place, baseUrl, bearerToken }) },
    ...{ twice: new Map(), earlier: new Passing() },
    refreshing: () => undefined,
    refreshed: () => undefined,
    refreshes: new RefreshKeeper({
      ...{ history: store, masker, clock: systemClock, failed },
      changed: () => undefined,
      opened: () => undefined,
      statusPages: { list: async () => [], look: () => undefined }
    }),
    shared: new SharedRefreshes({
      serviceOf: () => baseUrl,
      ...{ store, rows: store, masker, clock: systemClock, scopes: new Scopes(), failed },
      live: () => team.live(),
      accepted: () => freshSettings.preferences.teamMinutes * 60_000,
      unshared: (why) => why && console.error(why)
    })
  })
  return async () => {
    let last: RefreshProgress | null = null
    const emit = ((event: string, { progress }: { progress: RefreshProgress }) => {
      if (event === 'connectors:progress') last = progress
    }) as never
    await handlers['connectors:refresh']({ requestId: randomUUID(), ...place }, { owner: 1, emit })
    await store.issueList({ place, now: Date.now() })
    if (!last) throw new Error('The walk told nothing.')
    return last
  }
}
