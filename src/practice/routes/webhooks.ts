import { rosterOf } from '../collections/roster'
import { exchanged, logEntry, type Delivery } from '../deliveries'
import { iso } from '../data/draft'
import { uuidInPath } from '../fields'
import { answerPage } from '../page'
import { QueryReader } from '../query'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'

const LIST = '/api/v1/webhooks'
/** Page sizes. */
const WEBHOOKS = { fallback: 20, max: 100 }
const LOGS = { fallback: 25, max: 50 }

export const webhookRoutes: readonly Route[] = [
  { method: 'GET', path: LIST, operation: 'webhooks', answer: listWebhooks },
  { method: 'GET', path: `${LIST}/logs`, operation: 'webhookLogs', answer: listLogs },
  { method: 'GET', path: `${LIST}/logs/:log_id`, operation: 'webhookLog', answer: readLog }
]

function listWebhooks(call: Call): Reply {
  const reader = new QueryReader(call.query)
  const active = reader.bool('is_active')
  const { webhooks, deliveries } = call.world
  return answerPage(
    call,
    reader,
    webhooks.map((webhook) => {
      const last = deliveries.find((one) => one.webhook === webhook)
      const { webhook_id, name, url, is_enabled, for_test_connector, created_at } = webhook
      const last_triggered_at = last ? iso(last.at) : null
      // The contract's list has a text here; its log may have none.
      return { webhook_id, name: name ?? '', url, is_enabled, for_test_connector, created_at, last_triggered_at }
    }),
    (one) => active === undefined || one.is_enabled === active,
    WEBHOOKS
  )
}

function listLogs(call: Call): Reply {
  const reader = new QueryReader(call.query)
  const webhook = reader.uuid('webhook_id')
  const connector = reader.uuid('connector_id')
  const actions = reader.csv('webhook_action')
  const codes = reader.csv('response_code')
  for (const code of codes ?? []) {
    if (!/^[1-5]\d\d$/.test(code))
      reader.refuse('response_code', code, 'int_parsing', 'Input should be a valid integer')
  }
  const from = reader.time('created_at_from') ?? -Infinity
  const to = reader.time('created_at_to') ?? Infinity
  const errorsOnly = reader.bool('errors_only') ?? false
  return answerPage(
    call,
    reader,
    call.world.deliveries,
    (one) =>
      (webhook === undefined || one.webhook.webhook_id === webhook) &&
      (connector === undefined || one.connector.id === connector) &&
      (actions === undefined || actions.includes(one.action)) &&
      (codes === undefined || codes.includes(String(one.code))) &&
      one.at >= from &&
      one.at <= to &&
      (!errorsOnly || (one.code !== null && one.code >= 400)),
    LOGS,
    (one) => logEntry(one, integrationName(call, one))
  )
}

function readLog(call: Call): Reply {
  const id = uuidInPath(call.params, 'log_id')
  const found = call.world.deliveries.find((one) => one.id === id)
  if (!found) throw new Problem(404, 'Webhook log not found')
  const roster = rosterOf(call, found.connector)
  const many = roster.category === 'HRIS' ? Math.min(3, roster.size('employees')) : 0
  const employeeIds = Array.from({ length: many }, (_, at) => roster.ids('employees').at(at))
  const { signatureKey } = call.world
  const detail = exchanged(found, { integrationName: integrationName(call, found), employeeIds, signatureKey })
  return { status: 200, body: { ...logEntry(found, integrationName(call, found)), ...detail } }
}

function integrationName(call: Call, { connector }: Delivery): string {
  const slug = connector.integration_slug
  return call.world.integrations.find((one) => one.slug === slug)?.display_name ?? slug
}
