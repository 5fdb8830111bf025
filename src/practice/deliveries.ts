import { createHmac } from 'node:crypto'
import { DAY, iso, MINUTE } from './data/draft'
import { Random } from './data/random'
import type { Webhook } from './data/webhooks'
import type { PracticeConnector } from './connector'

export type WebhookAction =
  | 'connector_sync_started'
  | 'connector_synced'
  | 'connector_sync_error'
  | 'connector_data_modified'
  | 'employee_data_changed'

export interface Delivery {
  id: string
  webhook: Webhook
  connector: PracticeConnector
  action: WebhookAction
  /** ms. */
  at: number
  /** null: no answer in time. */
  code: number | null
  /** ms. */
  took: number
}

const PATIENCE = 10_000
/** As the contract's guide says: up to four retries, within a minute. */
const ATTEMPTS = 5
const RETRY_AFTER = 12_000
const ANSWERS: Record<number, string> = {
  200: '{"received":true}',
  202: '',
  404: '<!doctype html><title>404</title><h1>No such hook</h1>',
  500: '{"error":"Internal Server Error"}'
}

/** Each attempt at it. Depends only on seed, connector, event and time. */
export function deliver(
  webhooks: readonly Webhook[],
  event: { action: WebhookAction; connector: PracticeConnector; at: number; seed: string }
): Delivery[] {
  const { action, connector, at, seed } = event
  const wanted = webhooks.filter(
    (one) => one.is_enabled && one.events.includes(action) && (!one.for_test_connector || connector.is_test_connector)
  )
  return wanted.flatMap((webhook) => {
    const random = new Random(`delivery/${seed}/${connector.id}/${webhook.webhook_id}/${action}/${at}`)
    const attempts = (webhook.fails ? ATTEMPTS : webhook.attempts) - 1
    // The last one is the event's own time: nothing lies ahead of the clock.
    return Array.from({ length: attempts + 1 }, (_, n) => {
      const code = n < attempts && !webhook.fails ? 500 : outcome(random, webhook)
      const took = code === null ? PATIENCE : random.int(40, 1800)
      return { id: random.uuid(), webhook, connector, action, at: at - (attempts - n) * RETRY_AFTER, code, took }
    })
  })
}

function outcome(random: Random, webhook: Webhook): number | null {
  const dice = random.unit()
  if (webhook.fails) return dice < 0.8 ? 404 : null
  if (webhook.attempts > 1) return 200
  if (dice < 0.05) return 500
  if (dice < 0.08) return null
  return dice < 0.2 ? 202 : 200
}

/** Covers the last week, newest first. */
export function pastDeliveries(
  webhooks: readonly Webhook[],
  connectors: readonly PracticeConnector[],
  about: { seed: string; now: number }
): Delivery[] {
  const { seed, now } = about
  const random = new Random(`deliveries/${seed}`)
  const out: Delivery[] = []
  const seen = new Set<string>()
  const linked = connectors.filter((one) => one.last_sync_start_time !== null)
  for (let n = 0; n < Math.min(200, linked.length * 3); n++) {
    const connector = random.pick(linked)
    const latest = Date.parse(connector.last_sync_start_time ?? '')
    // Earlier syncs count as good.
    const back = random.int(0, 6)
    // A sync drawn twice is delivered once.
    if (seen.has(`${connector.id} ${back}`)) continue
    seen.add(`${connector.id} ${back}`)
    const start = latest - back * DAY
    const end = start + random.int(20, 900) * 1000
    const failed = back === 0 && connector.sync_status === 'Failed'
    const send = (action: WebhookAction, at: number) => {
      if (at <= now && at > Date.parse(connector.created_at)) {
        out.push(...deliver(webhooks, { action, connector, at, seed }))
      }
    }
    send('connector_sync_started', start)
    if (back === 0 && connector.sync_status === 'Syncing') continue
    send(failed ? 'connector_sync_error' : 'connector_synced', end)
    if (!failed && connector.category === 'HRIS' && random.chance(0.4)) {
      send('employee_data_changed', end - MINUTE / 6)
      send('connector_data_modified', end - MINUTE / 6)
    }
  }
  return out.sort((a, b) => b.at - a.at)
}

export function logEntry({ id, webhook, connector, action, at, code }: Delivery, integrationName: string) {
  return {
    id,
    connector_id: connector.id,
    url: webhook.url,
    method: 'POST',
    response_code: code,
    created_at: iso(at),
    integration_name: integrationName,
    end_user_name: connector.end_user,
    origin_id: connector.origin_id,
    webhook_action: action,
    webhook_name: webhook.name
  }
}

interface About {
  integrationName: string
  employeeIds: readonly string[]
  /** Signs every delivery. */
  signatureKey: string
}

/** Signed over its bytes; `response` may be empty. */
export function exchanged({ id, webhook, connector, action, at, code }: Delivery, about: About) {
  const { integrationName, employeeIds, signatureKey } = about
  const { webhook_id, url } = webhook
  const failed = action === 'connector_sync_error'
  const message = {
    webhook: { webhook_id, url, event: action },
    connector: {
      id: connector.id,
      display_name: integrationName,
      integration_slug: connector.integration_slug,
      categories: [connector.category],
      org_name: 'Practice organisation',
      origin_id: connector.origin_id,
      connector_status: connector.status,
      end_user_name: connector.end_user,
      end_user_email: null
    },
    sync: { sync_id: id, sync_type: 'AUTOMATED', sync_name: 'Scheduled sync' },
    data: dataOf(action, connector, { integrationName, employeeIds, at }),
    error: failed ? { failed_at: iso(at), message: 'The run failed', detail: 'The third party refused a read' } : null
  }
  const body = JSON.stringify(message)
  // base64url with padding.
  const signature = createHmac('sha256', signatureKey)
    .update(body)
    .digest('base64')
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Basic ${Buffer.from(`harbourline:${webhook_id}`).toString('base64')}`,
    'X-Practice-Webhook-Signature': signature
  }
  const text = code === null ? '' : (ANSWERS[code] ?? '')
  const type = text.startsWith('<') ? 'text/html' : 'application/json'
  return {
    request: [{ method: 'POST', url, headers, body }],
    response: code === null ? [] : [{ status_code: code, headers: { 'Content-Type': type }, body: text }]
  }
}

function dataOf(
  action: WebhookAction,
  { id, category, last_sync_start_time }: PracticeConnector,
  { integrationName, employeeIds, at }: Pick<About, 'integrationName' | 'employeeIds'> & { at: number }
): unknown {
  if (action === 'employee_data_changed') return employeeIds
  if (action === 'connector_data_modified') return { hris_employee: employeeIds }
  const display_status = {
    connector_sync_started: 'Syncing',
    connector_synced: 'Done',
    connector_sync_error: 'Failed'
  }[action]
  const start = action === 'connector_sync_error' ? {} : { last_sync_start_time: last_sync_start_time ?? iso(at) }
  return { id, integration_name: integrationName, category, display_status, ...start }
}
