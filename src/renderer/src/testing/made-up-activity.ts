import type { ActivityCall, CallBucket, CallGroup } from '../../../shared/activity/call'
import type { Delivery, Webhook } from '../../../shared/webhooks/webhook'
import { FakeClient } from './fake-client'
import { appState, workspace } from './made-up'
import { line, summary, uuid } from './passthrough'

const minute = 60_000

/** `id` minutes ago. */
export function madeUpCall(id: number, change: Partial<ActivityCall> = {}): ActivityCall {
  return {
    id,
    at: Date.now() - id * minute,
    workspaceId: workspace().id,
    region: 'default',
    asker: 'connectors',
    method: 'GET',
    path: '/api/hris/v1/connectors',
    query: 'cursor,page_size',
    status: 200,
    error: null,
    tries: 1,
    durationMs: 140 + (id % 9) * 13,
    waitedMs: 0,
    limited: 0,
    bytes: 41_200,
    requestId: `req-${id}`,
    mutation: false,
    unknown: false,
    found: null,
    probe: false,
    subject: '',
    forwarded: '',
    operator: '',
    desk: null,
    connectorKey: '',
    partOf: '',
    ...change
  }
}

function groupOf(calls: readonly ActivityCall[], partOf: string): CallGroup[] {
  const its = calls.filter((call) => partOf !== '' && call.partOf === partOf)
  if (its.length < 2) return []
  const sum = (name: 'tries' | 'limited' | 'waitedMs' | 'durationMs' | 'bytes') =>
    its.reduce((all, call) => all + call[name], 0)
  const failed = its.filter(({ status }) => status === null || status >= 400).length
  return [
    {
      ...{
        partOf,
        calls: its.length,
        since: its.at(-1)?.at ?? 0,
        failed,
        tries: sum('tries'),
        limited: sum('limited')
      },
      ...{ waitedMs: sum('waitedMs'), durationMs: sum('durationMs'), bytes: sum('bytes') }
    }
  ]
}

/** Pages of calls, newest first; the chart has all bars of a span. */
export function activityClient(
  calls: ActivityCall[],
  bucket: (index: number) => Partial<CallBucket> = (index) => ({ calls: index })
): FakeClient {
  const client = new FakeClient(appState())
  client.answer('app:keeping', () => ({ keeping: 'yes', reason: null, message: '', setAside: null }))
  client.answer('activity:workspaces', () => ({ workspaces: [] }))
  client.answer('activity:list', ({ filters, before, limit }) => {
    const textOf = (call: ActivityCall) => `${call.method} ${call.path} ${call.subject} ${call.forwarded}`.toLowerCase()
    const found = calls.filter(
      (call) =>
        (filters.text === undefined || textOf(call).includes(filters.text.toLowerCase())) &&
        (filters.asker === undefined || call.asker === filters.asker) &&
        (filters.region === undefined || call.region === filters.region) &&
        (filters.whose === undefined || (call.desk === null) === (filters.whose === 'mine')) &&
        (!filters.mutationsOnly || call.mutation) &&
        (!filters.withoutChecks || !call.probe)
    )
    const calledOnce = new Map(found.map((call) => [call.partOf || call.id, call] as const).reverse())
    const listed = found.filter((call) => calledOnce.get(call.partOf || call.id) === call)
    const from = before === undefined ? 0 : listed.findIndex(({ id }) => id === before.id) + 1
    const some = listed.slice(from, from + limit)
    const more = from + limit < listed.length
    const groups = some.flatMap(({ partOf }) => groupOf(found, partOf))
    const last = more ? some.at(-1) : undefined
    return { calls: some, groups, next: last ? { at: last.at, id: last.id } : null, total: found.length }
  })
  client.answer('activity:part', ({ partOf }) => ({ calls: calls.filter((call) => call.partOf === partOf) }))
  client.answer('activity:chart', ({ since, until, buckets }) => ({
    buckets: Array.from({ length: buckets }, (_, index) => ({
      at: since + (index * (until - since)) / buckets,
      calls: 0,
      limited: 0,
      failed: 0,
      median: 160,
      p95: 900,
      ...bucket(index)
    }))
  }))
  return client
}

export function madeUpWebhook(id: string, change: Partial<Webhook> = {}): Webhook {
  return {
    id,
    name: `Webhook ${id}`,
    url: `https://hooks.harbourline.example/${id}`,
    enabled: true,
    forTests: false,
    createdAt: Date.UTC(2025, 2, 12),
    lastTriggeredAt: Date.now() - 12 * minute,
    ...change
  }
}

/** `index` minutes ago. */
export function madeUpDelivery(index: number, change: Partial<Delivery> = {}): Delivery {
  return {
    id: `delivery-${index}`,
    connectorId: `c${index}`,
    connectorKey: null,
    webhookName: 'Webhook main',
    action: 'connector_synced',
    method: 'POST',
    url: 'https://hooks.harbourline.example/main',
    responseCode: 200,
    createdAt: Date.now() - index * minute,
    integrationName: 'BambooHR',
    endUser: `Customer ${index}`,
    originId: `origin-${index}`,
    failed: false,
    odd: [],
    ...change
  }
}

export function webhooksClient(webhooks: Webhook[], deliveries: Delivery[]): FakeClient {
  const client = new FakeClient(appState())
  client.answer('webhooks:list', () => ({ offered: true, webhooks, readAt: Date.now() }))
  client.answer('webhooks:deliveries', ({ most }) => ({
    offered: true,
    deliveries: deliveries.slice(0, most),
    more: deliveries.length > most,
    readAt: Date.now()
  }))
  client.answer('webhooks:openDelivery', () => ({ responseId: uuid(7), summary: summary(), records: [] }))
  client.answer('passthrough:readLines', ({ from, count }) => ({
    total: 3,
    lines: [0, 1, 2].slice(from, from + count).map((at) => line(at))
  }))
  return client
}
