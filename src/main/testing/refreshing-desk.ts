import { randomUUID } from 'node:crypto'
import type { WalkProgress } from '../../shared/model/walk'
import { systemClock } from '../base/clock'
import { Jobs } from '../base/jobs'
import { IntegrationNames } from '../connectors/integration-names'
import { connectorHandlers } from '../handlers/connectors'
import { allVerdicts } from '../health/all-verdicts'
import { WalkKeeper } from '../health/walk-keeper'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Scopes } from '../team/walk/scope'
import { SharedWalks } from '../team/walk/shared-walks'
import { openClient } from '../walker/client'
import { freshSettings } from '../workspaces/settings-schema'
import type { Workspaces } from '../workspaces/workspaces'
import { place, type TeamDesk } from './team-desk'

const bearerToken = 'bearer of all desks'

/**
 * What Refresh is on a desk: the app's own handler, with its client, its walk and what a team shares of it.
 *
 * @param baseUrl of the service, over real HTTP
 * @returns Refresh, as a window asks for it: how the walk ended. The queue is judged by then, too
 */
export function refreshOf({ team, store, masker }: TeamDesk, baseUrl: string): () => Promise<WalkProgress> {
  masker.add(bearerToken)
  const failed = (error: unknown) => console.error(error)
  const client = openClient(
    { proxy: null, certificates: [] },
    { clock: systemClock, mask: (text) => masker.mask(text), called: () => undefined }
  )
  const handlers = connectorHandlers({
    ...{ client, clock: systemClock, jobs: new Jobs(), tokens: new ConnectorTokens(masker) },
    budgets: { lift: () => undefined },
    names: new IntegrationNames(client),
    workspaces: {
      target: async () => ({ ...place, baseUrl, bearerToken }),
      list: () => [{ id: place.workspaceId, kind: 'live', baseUrl, euBaseUrl: '' }]
    } as unknown as Workspaces,
    walks: new WalkKeeper({
      ...{ history: store, masker, clock: systemClock, failed },
      changed: () => undefined,
      opened: () => undefined
    }),
    shared: new SharedWalks({
      ...{ store, rows: store, masker, clock: systemClock, scopes: new Scopes(), failed },
      live: () => team.live(),
      accepted: () => freshSettings.preferences.teamMinutes * 60_000,
      verdicts: (of) => allVerdicts(store, of, Date.now()),
      unshared: (why) => why && console.error(why)
    })
  })
  return async () => {
    let last: WalkProgress | null = null
    const emit = ((event: string, { progress }: { progress: WalkProgress }) => {
      if (event === 'walk:progress') last = progress
    }) as never
    await handlers['connectors:walk']({ requestId: randomUUID(), ...place, held: '' }, { owner: 1, emit })
    await store.queue({ place, now: Date.now() })
    if (!last) throw new Error('The walk told nothing.')
    return last
  }
}
