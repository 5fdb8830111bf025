import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { body, call, practice, refusals, send, stopped } from '../testing'
import type { PracticeConnector } from '../connector'
import type { PracticeService } from '../types'

const HOOKS = '/api/v1/webhooks'
const LOGS = `${HOOKS}/logs`

interface Hook {
  webhook_id: string
  name: string
  is_enabled: boolean
  last_triggered_at: string | null
}
interface Log {
  id: string
  connector_id: string
  created_at: string
  response_code: number | null
  webhook_action: string
  webhook_name: string | null
  end_user_name: string
}

interface Detail extends Log {
  request: { url: string; headers: Record<string, string>; body: string }[]
  response: { status_code: number }[]
}

const hooks = async (service: PracticeService, query = '') =>
  (await body<{ items: Hook[] }>(call(service, `${HOOKS}?${query}`))).items

async function logs(service: PracticeService, query = ''): Promise<Log[]> {
  const out: Log[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const at = cursor === '' ? 'page_size=50' : `cursor=${encodeURIComponent(cursor)}`
    const page: { cursor: string | null; items: Log[] } = await body(call(service, `${LOGS}?${query}&${at}`))
    out.push(...page.items)
    cursor = page.cursor
  }
  return out
}

const loud = { connectors: 120, limitPerMinute: 0 }

describe('webhooks', () => {
  it('are listed, those that are enabled and those that are not', async () => {
    const { service } = await stopped(loud)
    const all = await hooks(service)
    const enabled = await hooks(service, 'is_active=true')
    const paused = await hooks(service, 'is_active=false')
    expect([all.length, enabled.length, paused.length]).toEqual([8, 7, 1])
    expect(paused[0]).toMatchObject({ name: 'Paused by Maya', is_enabled: false, last_triggered_at: null })
    expect(Object.keys(all[0] ?? {})).toEqual(
      'webhook_id name url is_enabled for_test_connector created_at last_triggered_at'.split(' ')
    )
    const newest = (await logs(service, `webhook_id=${all[0]?.webhook_id}`))[0]
    expect(all[0]?.last_triggered_at).toBe(newest?.created_at)
  })
})

describe('the log of deliveries', () => {
  it('is newest first, 25 to a page, with failures of each kind', async () => {
    const { service, clock } = await stopped(loud)
    const first = await body<{ items: Log[] }>(call(service, LOGS))
    expect(first.items).toHaveLength(25)
    const all = await logs(service)
    const times = all.map((one) => one.created_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(Date.parse(times[0] ?? '')).toBeLessThanOrEqual(clock.at)
    expect(new Set(all.map((one) => one.response_code))).toEqual(new Set([200, 202, 404, 500, null]))
    const known = new Set(service.connectors.map((one) => one.id))
    expect(all.filter((one) => !known.has(one.connector_id))).toEqual([])
  })

  it('has a line for each attempt: five of one that fails, or that is taken at the fifth only', async () => {
    const { service } = await stopped(loud)
    const all = await logs(service)
    const attempts = (name: string) => {
      const its = all.filter((one) => one.webhook_name === name)
      const first = its.filter((one) => one.connector_id === its[0]?.connector_id).slice(0, 5)
      return first.map(({ response_code: code, created_at: at }) => [code, Date.parse(at)] as const)
    }
    const taken = attempts('Überwachung')
    expect(taken.map(([code]) => code)).toEqual([200, 500, 500, 500, 500])
    expect((taken[0]?.[1] ?? 0) - (taken[4]?.[1] ?? 0)).toBeLessThanOrEqual(60_000)
    expect(attempts('Old HR export').filter(([code]) => code === null || code === 404)).toHaveLength(5)
    expect(all.some(({ webhook_name }) => webhook_name === null)).toBe(true)
  })

  it('takes every filter, and all of them together', async () => {
    const { service } = await stopped(loud)
    const all = await logs(service)
    const { webhook_id = '', name } = (await hooks(service))[0] ?? {}
    const middle = all[Math.floor(all.length / 2)] as Log
    const cases: [string, (one: Log) => boolean][] = [
      [`webhook_id=${webhook_id}`, (one) => one.webhook_name === name],
      [`connector_id=${middle.connector_id}`, (one) => one.connector_id === middle.connector_id],
      ['webhook_action=connector_synced,connector_sync_error', (one) => /synced|error/.test(one.webhook_action)],
      ['response_code=404,500', (one) => one.response_code === 404 || one.response_code === 500],
      [`created_at_from=${middle.created_at}`, (one) => one.created_at >= middle.created_at],
      [`created_at_to=${middle.created_at}`, (one) => one.created_at <= middle.created_at],
      ['errors_only=true', (one) => (one.response_code ?? 0) >= 400]
    ]
    for (const [query, fits] of cases) {
      const expected = all.filter(fits)
      expect(await logs(service, query)).toEqual(expected)
      expect([expected.length > 0, expected.length < all.length]).toEqual([true, true])
    }
    const together = cases.slice(2).map(([query]) => query)
    expect(await logs(service, together.join('&'))).toEqual(
      all.filter((one) => cases.slice(2).every(([, fits]) => fits(one)))
    )
    expect(await logs(service, 'webhook_action=never_seen')).toEqual([])
  })

  it('refuses a filter at its place', async () => {
    const { service } = await stopped(loud)
    const query = 'response_code=404,x&created_at_from=soon&created_at_to=2026-13-01&errors_only=perhaps&page_size=51'
    expect((await refusals(call(service, `${LOGS}?${query}`))).map(([loc]) => loc)).toEqual([
      'query.response_code',
      'query.created_at_from',
      'query.created_at_to',
      'query.errors_only',
      'query.page_size'
    ])
  })

  it('shows one delivery with its request, signed, and its response', async () => {
    const { service } = await stopped(loud)
    const all = await logs(service)
    for (const code of [200, 404, null]) {
      const one = all.find((log) => log.response_code === code) as Log
      const detail = await body<Detail>(call(service, `${LOGS}/${one.id}`))
      expect(detail).toMatchObject(one)
      const [request] = detail.request
      const sent = JSON.parse(request?.body ?? '') as { webhook: object; connector: object }
      expect(sent.webhook).toMatchObject({ event: one.webhook_action, url: request?.url })
      expect(sent.connector).toMatchObject({ id: one.connector_id, end_user_name: one.end_user_name })
      const digest = createHmac('sha256', service.signatureKey)
        .update(request?.body ?? '')
        .digest('base64url')
      expect(request?.headers['X-Practice-Webhook-Signature']?.replaceAll('=', '')).toBe(digest)
      expect(detail.response.map(({ status_code }) => status_code)).toEqual(code === null ? [] : [code])
      expect(JSON.stringify(detail)).not.toMatch(/"ct_/)
    }
    expect((await call(service, `${LOGS}/00000000-0000-4000-8000-000000000000`)).status).toBe(404)
    expect(await refusals(call(service, `${LOGS}/7`))).toEqual([['path.log_id', 'uuid_parsing']])
  })

  it('lists a sync that was started, when it starts and when it is done', async () => {
    const { service, clock } = await stopped({ ...loud, syncSeconds: 5 })
    const connector = service.connectors.find(
      (one) => one.status === 'COMPLETE' && one.sync_status === 'Done' && one.is_active && !one.is_test_connector
    ) as PracticeConnector
    const since = new Date(clock.at).toISOString()
    const heard = async () =>
      (await logs(service, `connector_id=${connector.id}&created_at_from=${since}`)).map((one) => [
        one.webhook_name,
        one.webhook_action,
        Date.parse(one.created_at) - Date.parse(since)
      ])
    expect(await heard()).toEqual([])
    await send(service, '/api/embedded/v1/connectors/resync', {}, { 'x-connector-token': connector.connector_token })
    expect(await heard()).toEqual([['Operations desk', 'connector_sync_started', 0]])
    clock.at += 5000
    expect((await heard()).filter(([name]) => name !== 'Operations desk')).toEqual([
      [null, 'connector_synced', 5000],
      ['Old HR export', 'connector_synced', 5000],
      ['Data warehouse', 'connector_synced', 5000]
    ])
    expect((await heard()).filter(([name]) => name === 'Operations desk')).toEqual([
      ['Operations desk', 'connector_synced', 5000],
      ['Operations desk', 'connector_sync_started', 0]
    ])
  })

  it('neither skips nor repeats what was there, when something is delivered in the middle of a walk', async () => {
    const { service, clock } = await stopped({ ...loud, syncSeconds: 1 })
    const before = (await logs(service)).map((one) => one.id)
    const first = await body<{ cursor: string; items: Log[] }>(call(service, `${LOGS}?page_size=20`))
    clock.at += 3_600_000
    const second = await body<{ items: Log[] }>(call(service, `${LOGS}?cursor=${encodeURIComponent(first.cursor)}`))
    expect((await logs(service)).length).toBeGreaterThan(before.length)
    const seen = [...first.items, ...second.items].map((one) => one.id)
    expect(seen).toEqual(before.slice(0, seen.length))
  })

  it('is there only as far as the operations are', async () => {
    const service = await practice({ ...loud, operations: { webhookLog: false } })
    const id = (await logs(service))[0]?.id
    expect((await call(service, `${LOGS}/${id}`)).status).toBe(404)
    service.set({ operations: { webhookLogs: false } })
    expect([(await call(service, LOGS)).status, (await call(service, HOOKS)).status]).toEqual([404, 200])
    service.set({ operations: { webhooks: false } })
    expect([(await call(service, LOGS)).status, (await call(service, HOOKS)).status]).toEqual([200, 404])
  })
})
