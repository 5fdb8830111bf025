import { Agent } from 'undici'
import { systemClock } from '../../clock'
import { Budgets } from '../../http/budget'
import { createClient, type Target } from '../../http/client'
import { undiciTransport } from '../../http/transport'
import { CollectionWalk } from '../../services/collections/walk'
import { Spill } from '../collections/spill'
import { listedPath } from './listing-server'

/** A client to one server, as the app's. */
export function clientTo(baseUrl: string) {
  const agent = new Agent()
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    budgets: new Budgets(() => undefined),
    redact: (text) => text,
    log: () => undefined
  })
  const workspaceId = '00000000-0000-4000-8000-00000000000a'
  const target: Target = { workspaceId, region: 'default', baseUrl, bearerToken: 'made-up-bearer' }
  return { client, target, agent }
}

/** A walk over the made-up employees, its rows in `folder`. */
export async function walkIn(folder: string, baseUrl: string, walkId: string, pageSize = 200): Promise<CollectionWalk> {
  const { client, target } = clientTo(baseUrl)
  const spill = await Spill.make(folder, walkId)
  const request = { path: listedPath, connectorKey: 'HRIS:c1', params: {}, pageSize }
  return new CollectionWalk(
    {
      client,
      clock: systemClock,
      spill,
      target,
      held: { ref: 'ref', token: 'made-up-connector-token' },
      tell: () => undefined,
      remember: async () => undefined
    },
    { walkId, request, connectorName: 'Made up' }
  )
}
