import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { yearEvents } from '../../practice/scenarios/year-events'
import { startPractice, type PracticeService } from '../../practice/server'
import { systemClock } from '../base/clock'
import { RateLimits } from '../http/rate-limit'
import type { Target } from '../http/call'
import { createClient } from '../http/client'
import { undiciTransport } from '../http/transport'
import { masked } from '../secrets/masked'
import { maskerOf } from '../secrets/testing'
import { place, testHistory } from '../testing/history'
import { Responses } from '../viewer/responses'
import { Viewer } from '../viewer/viewer'
import { WebhookWatch } from './watch'
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
  webhooks = webhooksOf(service)
})
afterEach(async () => {
  await agent.destroy()
  await service.close()
})

/** Of a service, by its clock. */
function webhooksOf({ url, bearerToken, connectors }: PracticeService, now = Date.now): Webhooks {
  const viewer = new Viewer()
  const target: Target = { ...place, baseUrl: url, bearerToken }
  const secrets = connectors.map(({ connector_token }) => connector_token)
  return new Webhooks({
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
    now
  })
}

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

describe('a made-up year', () => {
  it('has webhooks that begin to fail: each is found within a day, closes after two, and no other opens', async () => {
    const DAY = 86_400_000
    const START = Date.parse('2026-03-10T12:00:00Z')
    const clock = { at: START }
    const of = { connectors: 300, play: 'year', speed: 1, limitPerMinute: 0 } as const
    const year = await startPractice({ ...of, now: () => clock.at })
    const test = testHistory()
    const watch = new WebhookWatch({
      webhooks: webhooksOf(year, () => clock.at),
      history: { settleWebhooks: async (findings) => test.history.settleWebhooks(findings) },
      ...{ now: () => clock.at, watches: () => true, changed: () => undefined },
      failed(error) {
        throw error
      }
    })
    const open = async (moment: number) => {
      const at = Math.round(moment)
      // Day by day, as a desk refreshes: the log keeps only so much.
      for (; clock.at < at; clock.at = Math.min(at, clock.at + DAY)) expect(year.connectors).not.toEqual([])
      await watch.look(place)
      const issues = test.history.issueList({ place, now: clock.at }).webhooks
      return issues.filter(({ closed }) => closed === null).map(({ facts }) => facts.name)
    }
    try {
      const always = 'Old HR export'
      const events = yearEvents({ count: 300, seed: 1, region: 'default', now: START })
      const failing = events.filter(({ kind }) => kind === 'webhook')
      expect(failing.length).toBeGreaterThan(0)
      for (const { from, until, webhook } of failing) {
        const { name } = year.webhooks.find(({ webhook_id: id }) => id === webhook) ?? {}
        expect(await open(from - DAY / 24)).toEqual([always])
        expect((await open(from + DAY)).toSorted()).toEqual([always, name].toSorted())
        expect(await open((until ?? 0) + 2 * DAY)).toEqual([always])
      }
      expect(await open(START + 364 * DAY)).toEqual([always])
    } finally {
      test.remove()
      await year.close()
    }
  })
})
