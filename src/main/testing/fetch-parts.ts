import { Agent } from 'undici'
import { systemClock } from '../base/clock'
import { RateLimits } from '../http/rate-limit'
import type { Target } from '../http/call'
import { createClient } from '../http/client'
import { undiciTransport } from '../http/transport'
import { DataFetch } from '../data/fetch'
import { Spill } from '../data/spill'
import type { Listed } from './listing-server'
import { maskerOf } from '../secrets/testing'

function clientTo({ baseUrl, bearerToken }: Listed) {
  const agent = new Agent()
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: () => undefined
  })
  const workspaceId = '00000000-0000-4000-8000-00000000000a'
  const target: Target = { workspaceId, region: 'default', baseUrl, bearerToken }
  return { client, target }
}

export async function fetchIn(folder: string, listed: Listed, fetchId: string): Promise<DataFetch> {
  const { client, target } = clientTo(listed)
  const spill = await Spill.make(folder, fetchId)
  const request = { path: listed.path, connectorKey: 'HRIS:c1', params: {}, pageSize: 200 }
  const held = { ref: 'ref', token: listed.connectorToken }
  const silent = { tell: () => undefined, remember: async () => undefined }
  const masker = maskerOf(target.bearerToken, listed.connectorToken)
  const parts = { client, clock: systemClock, spill, target, held, masker, ...silent }
  return new DataFetch(parts, { fetchId, request, connectorName: 'Made up' })
}
