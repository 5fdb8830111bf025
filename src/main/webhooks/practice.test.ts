import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPractice, type PracticeService } from '../../practice/server'
import { systemClock } from '../base/clock'
import { RateLimits } from '../http/rate-limit'
import type { Target } from '../http/call'
import { createClient } from '../http/client'
import { undiciTransport } from '../http/transport'
import { masked } from '../secrets/masked'
import { maskerOf } from '../secrets/testing'
import { place } from '../testing/history'
import { Responses } from '../viewer/responses'
import { Viewer } from '../viewer/viewer'
import { Webhooks } from './webhooks'

const { signal } = new AbortController()

let service: PracticeService
let agent: Agent
let webhooks: Webhooks
let responses: Responses

beforeEach(async () => {
  service = await startPractice({ connectors: 300 })
  agent = new Agent()
  responses = new Responses()
  const viewer = new Viewer()
  const target: Target = { ...place, baseUrl: service.url, bearerToken: service.bearerToken }
  const secrets = service.connectors.map(({ connector_token }) => connector_token)
  webhooks = new Webhooks({
    client: createClient({
      transport: undiciTransport(async () => agent),
      clock: systemClock,
      rateLimits: new RateLimits(() => undefined),
      redact: (text) => text,
      log: () => undefined
    }),
    workspaces: { target: async () => target },
    history: { connectorKeys: async ({ ids }) => ids.map((id) => [id, `HRIS:${id}`]) },
    masker: maskerOf(...secrets),
    responses,
    views: {
      open: async (id) => {
        const { body, ...facts } = await responses.get(id)
        return viewer.open(id, body, facts)
      }
    },
    now: Date.now
  })
})
afterEach(async () => {
  await agent.destroy()
  await service.close()
})

const read = async (filters = {}, most = 5_000) => (await webhooks.deliveries(place, filters, most, signal)).deliveries

describe('the practice service', () => {
  it('lists webhooks, whose secrets are masked', async () => {
    const { offered, webhooks: found } = await webhooks.list(place, signal)
    expect(offered).toBe(true)
    expect(found.length).toBeGreaterThan(1)
    expect(found.some(({ url }) => url?.endsWith('?token=…'))).toBe(true)
    expect(found.every(({ id, createdAt }) => id !== '' && createdAt !== null)).toBe(true)
  })

  it('lists deliveries by its filters, all well-formed', async () => {
    const all = await read()
    expect(all.length).toBeGreaterThan(100)
    expect(all.flatMap(({ odd }) => odd)).toEqual([])
    const [one] = all
    // Excludes deliveries without an answer: they have no code.
    const failed = all.filter(({ responseCode }) => (responseCode ?? 0) >= 400)
    expect(await read({ errorsOnly: true })).toEqual(failed)
    expect(await read({ actions: ['connector_sync_error', 'employee_data_changed'] })).toEqual(
      all.filter(({ action }) => action === 'connector_sync_error' || action === 'employee_data_changed')
    )
    expect(await read({ responseCodes: [404, 500] })).toEqual(
      all.filter(({ responseCode }) => responseCode === 404 || responseCode === 500)
    )
    expect(await read({ connectorId: one?.connectorId ?? '' })).toEqual(
      all.filter(({ connectorId }) => connectorId === one?.connectorId)
    )
    const middle = all[Math.floor(all.length / 2)]?.createdAt ?? 0
    expect(await read({ to: new Date(middle).toISOString() })).toEqual(
      all.filter(({ createdAt }) => (createdAt ?? 0) <= middle)
    )
  })

  it('says which filter it refuses', async () => {
    await expect(read({ from: 'yesterday' })).rejects.toMatchObject({
      code: 'validation',
      info: { fields: { from: expect.stringMatching(/\w/) } }
    })
  })

  it('opens one delivery, its webhook’s token hidden', async () => {
    const one = (await read()).find(({ url }) => url?.includes('?')) ?? expect.fail('No such delivery.')
    const opened = await webhooks.open(place, one.id, signal)
    expect(opened?.summary.kind).toBe('json')
    const { body, hidden } = await responses.get(opened?.responseId ?? '')
    expect(body.toString()).toContain('?token=')
    expect(masked(body.toString(), hidden)).not.toContain('?token=')
    expect(await webhooks.open(place, '00000000-0000-4000-8000-00000000dead', signal)).toBeNull()
  })

  it('does not offer them when it is configured not to', async () => {
    service.set({ operations: { webhooks: false, webhookLogs: false, webhookLog: false } })
    expect(await webhooks.list(place, signal)).toMatchObject({ offered: false })
    expect(await webhooks.deliveries(place, {}, 50, signal)).toMatchObject({ offered: false })
    expect(await webhooks.open(place, 'x', signal)).toBeNull()
  })
})
