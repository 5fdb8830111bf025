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
  /** `offered` false: the service answers 404 or 405 here. */
  'webhooks:list': {
    request: z.object({ requestId, ...placeShape }),
    response: z.object({ offered: z.boolean(), webhooks: z.array(webhook), readAt: z.number() })
  },
  /** Walks the delivery log until that many were read; `more`: not the end. Cancelled as a job. 422s name the filter in `fields`. */
  'webhooks:deliveries': {
    request: z.object({ requestId, ...placeShape, filters: deliveryFilters, most: z.int().min(1).max(5_000) }),
    response: z.object({
      offered: z.boolean(),
      deliveries: z.array(delivery),
      more: z.boolean(),
      readAt: z.number()
    })
  },
  /** One delivery's request and response in the viewer, and the records it names; null where the service does not answer it. */
  'webhooks:openDelivery': {
    request: z.object({ requestId, ...placeShape, id: z.string().max(1_000) }),
    response: z.object({ responseId: z.string(), summary: bodySummary, records: z.array(namedRecords) }).nullable()
  },
  /** Whether a signature key of the place is in the keychain. */
  'webhooks:signatureKey': { request: z.object(placeShape), response: z.object({ kept: z.boolean() }) },
  'webhooks:forgetSignatureKey': { request: z.object(placeShape), response: z.object({ kept: z.boolean() }) },
  /**
   * Checks the signature of a delivery, pasted or from the log. `key` null: the one in the keychain; `keep` puts a typed
   * one there, and it is stored nowhere else. Errors: invalid-input with `fields.key`; those of the keychain and the log.
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
 * What changed while deliveries were missed: the service does not send them again, so models are walked with
 * `modified_after`. One recovery at a time in a place; the next one drops what the one before found.
 */
const recoveryChannels = {
  /**
   * Begins one, which goes on by itself; `webhooks:recoveryProgress` tells, the last event has `finishedAt` set. Ends with
   * `app:cancelJob` of the same id. Errors, before anything is sent: invalid-input with `fields` (`from`, `to`, `keys`,
   * `paths`), no-token.
   */
  'webhooks:startRecovery': {
    request: z.object({ requestId: recoveryId, ...placeShape, ...recoveryWindow.shape }),
    response: recoveryProgress
  },
  /** The one of this place, of this run of the app. */
  'webhooks:currentRecovery': { request: z.object(placeShape), response: recoveryProgress.nullable() },
  /** Rows of one part, or of all in the order they came. Errors: not-found for one that was closed. */
  'webhooks:recoveredRows': {
    request: z.object({
      recoveryId,
      part: z.int().min(0).nullable(),
      from: z.int().min(0),
      count: z.int().min(1).max(500)
    }),
    response: z.object({ total: z.number(), rows: z.array(recoveredRow) })
  },
  /**
   * Asks for a file and writes what was found, and what is still found: as CSV the list of records, as NDJSON with each
   * record as it came. null where the operator changed their mind.
   */
  'webhooks:exportRecovery': {
    request: z.object({ recoveryId, format: z.enum(['csv', 'ndjson']) }),
    response: fetchExport.nullable()
  },
  'webhooks:cancelExport': { request: z.object({ recoveryId, exportId: z.uuid() }), response: z.void() },
  'webhooks:showExport': { request: z.object({ recoveryId, exportId: z.uuid() }), response: z.void() },
  /** Cancels it and drops its rows. */
  'webhooks:closeRecovery': { request: z.object({ recoveryId }), response: z.void() }
} as const

export const webhookChannels = { ...deliveryChannels, ...recoveryChannels } as const

export const webhookEvents = {
  'webhooks:recoveryProgress': recoveryProgress
} as const
