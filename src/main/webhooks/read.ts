import { readTime } from '../../shared/connectors/connector'
import type { Delivery, Webhook } from '../../shared/webhooks/webhook'
import { maskedAddress } from '../base/address'
import { withoutLongTexts } from '../base/texts'

export type Mask = (text: string) => string

/** Never refuses a webhook: unexpected values become null. */
export function readWebhook(item: unknown, mask: Mask): Webhook {
  const { text, flag, time, id, url } = reader(item, mask)
  return {
    id: id('webhook_id') || id('id'),
    name: text('name'),
    url: url('url'),
    enabled: flag('is_enabled'),
    forTests: flag('for_test_connector'),
    createdAt: time('created_at'),
    lastTriggeredAt: time('last_triggered_at')
  }
}

/** A delivery without its connector's key. `odd` names unexpected values. */
export function readDelivery(item: unknown, mask: Mask): Omit<Delivery, 'connectorKey'> {
  const { text, status, time, id, url, odd } = reader(item, mask)
  const responseCode = status('response_code')
  return {
    id: id('id'),
    connectorId: text('connector_id'),
    webhookName: text('webhook_name'),
    action: text('webhook_action'),
    method: text('method'),
    url: url('url'),
    responseCode,
    createdAt: time('created_at'),
    integrationName: text('integration_name'),
    endUser: text('end_user_name'),
    originId: text('origin_id'),
    failed: responseCode === null || responseCode < 200 || responseCode > 299,
    odd: [...odd]
  }
}

/** Absent or null is null; malformed is null and odd. */
function reader(item: unknown, mask: Mask) {
  const record = typeof item === 'object' && item !== null ? (withoutLongTexts(item) as Record<string, unknown>) : {}
  const odd = new Set<string>()
  const as = <T>(field: string, parse: (value: unknown) => T | undefined): T | null => {
    const value = record[field]
    if (value === undefined || value === null) return null
    const parsed = parse(value)
    if (parsed === undefined) odd.add(field)
    return parsed ?? null
  }
  const text = (field: string) => as(field, (value) => (typeof value === 'string' ? mask(value) : undefined))
  return {
    odd,
    text,
    url: (field: string) => {
      const address = text(field)
      return address === null ? null : maskedAddress(address)
    },
    flag: (field: string) => as(field, (value) => (typeof value === 'boolean' ? value : undefined)),
    time: (field: string) => as(field, readTime),
    status: (field: string) => as(field, readStatus),
    /** The id goes back to the service unchanged, without secrets. A number is an id; a missing id is odd. */
    id: (field: string): string => {
      const value = record[field]
      if (typeof value === 'string' && value) return mask(value)
      odd.add(field)
      return typeof value === 'number' ? String(value) : ''
    }
  }
}

const readStatus = (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599 ? (value as number) : undefined
