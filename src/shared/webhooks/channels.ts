import { z } from 'zod'
import { fetchExport } from '../data/collection'
import { bodySummary } from '../viewer/windows'
import { placeShape } from '../workspaces/place'
import { recoveredRow, recoveryProgress, recoveryWindow } from './recovery'
import { signatureCheck } from './signature'
import { delivery, deliveryFilters, namedRecords, webhook } from './webhook'

const requestId = z.uuid()
const recoveryId = z.uuid()

const deliveryChannels = {
  /** `offered` false: 404 or 405. */
  'webhooks:list': {
    request: z.object({ requestId, ...placeShape }),
    response: z.object({ offered: z.boolean(), webhooks: z.array(webhook), readAt: z.number() })
  },
  /** `more`: not the end. Cancelled as a job. 422s name the filter in `fields`. */
  'webhooks:deliveries': {
    request: z.object({ requestId, ...placeShape, filters: deliveryFilters, most: z.int().min(1).max(5_000) }),
    response: z.object({
      offered: z.boolean(),
      deliveries: z.array(delivery),
      more: z.boolean(),
      readAt: z.number()
    })
  },
  /** null if the service does not have it. */
  'webhooks:openDelivery': {
    request: z.object({ requestId, ...placeShape, id: z.string().max(1_000) }),
    response: z.object({ responseId: z.string(), summary: bodySummary, records: z.array(namedRecords) }).nullable()
  },
  'webhooks:signatureKey': { request: z.object(placeShape), response: z.object({ kept: z.boolean() }) },
  'webhooks:forgetSignatureKey': { request: z.object(placeShape), response: z.object({ kept: z.boolean() }) },
  /**
   * Pasted or logged. `key` null: the keychain's; `keep` stores a typed key there only. Errors: invalid-input with
   * `fields.key`; those of the keychain and the log.
   */
  'webhooks:checkSignature': {
    request: z.object({
      requestId,
      ...placeShape,
      of: z.union([
        z.object({ deliveryId: z.string().max(1_000) }),
        z.object({ body: z.string().max(4_000_000), signature: z.string().max(2_000) })
      ]),
      key: z.string().max(2_000).nullable(),
      keep: z.boolean()
    }),
    response: signatureCheck.extend({ kept: z.boolean() })
  }
} as const

/**
 * The service does not send missed deliveries again, so models are fetched with `modified_after`. One recovery per
 * place; the next one drops its results.
 */
const recoveryChannels = {
  /**
   * `webhooks:recoveryProgress` reports; the last event has `finishedAt`. `app:cancelJob` ends it. Errors before
   * anything is sent: invalid-input with `fields` (`from`, `to`, `keys`, `paths`), no-token.
   */
  'webhooks:startRecovery': {
    request: z.object({ requestId: recoveryId, ...placeShape, ...recoveryWindow.shape }),
    response: recoveryProgress
  },
  'webhooks:currentRecovery': { request: z.object(placeShape), response: recoveryProgress.nullable() },
  /** Of one part, or all in order of arrival. Errors: not-found. */
  'webhooks:recoveredRows': {
    request: z.object({
      recoveryId,
      part: z.int().min(0).nullable(),
      from: z.int().min(0),
      count: z.int().min(1).max(500)
    }),
    response: z.object({ total: z.number(), rows: z.array(recoveredRow) })
  },
  /** CSV lists records, NDJSON has them as they came. null: no file chosen. */
  'webhooks:exportRecovery': {
    request: z.object({ recoveryId, format: z.enum(['csv', 'ndjson']) }),
    response: fetchExport.nullable()
  },
  'webhooks:cancelExport': { request: z.object({ recoveryId, exportId: z.uuid() }), response: z.void() },
  /** Cancels it and drops its rows. */
  'webhooks:closeRecovery': { request: z.object({ recoveryId }), response: z.void() }
} as const

export const webhookChannels = { ...deliveryChannels, ...recoveryChannels } as const

export const webhookEvents = {
  'webhooks:recoveryProgress': recoveryProgress
} as const
