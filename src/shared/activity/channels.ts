import { z } from 'zod'
import { auditCheck } from '../model/audit'
import { placeShape } from '../model/place'
import { callBucket, callEnd, callFilters, callGroup, callMark, loggedCall, recordedWorkspace } from '../model/call'
import { signatureCheck } from '../model/signature'
import { delivery, deliveryFilters, namedRecords, webhook } from '../model/webhook'
import { bodySummary } from '../model/passthrough-view'

const requestId = z.uuid()

/** Every call of the app, of all views; and the webhooks of the service (issue 6). */
export const activityChannels = {
  /**
   * Newest first, with what colleagues of a team changed; of the calls that were part of one fetch, refresh or send only
   * the newest, and `groups` has what they come to. `before` is left out, then the `next` of the list before.
   */
  'activity:list': {
    request: z.object({
      workspaceId: z.uuid(),
      filters: callFilters,
      before: callMark.optional(),
      limit: z.int().min(1).max(500)
    }),
    response: z.object({
      calls: z.array(loggedCall),
      groups: z.array(callGroup),
      next: callMark.nullable(),
      total: z.number()
    })
  },
  /** The calls that were part of one fetch, refresh or send, newest first; 5,000 at most. */
  'activity:part': {
    request: z.object({ workspaceId: z.uuid(), filters: callFilters, partOf: z.string().min(1).max(200) }),
    response: z.object({ calls: z.array(loggedCall) })
  },
  /** Calls, 429s, failures and latency over a time, in at most 200 equal spans. */
  'activity:chart': {
    request: z.object({
      workspaceId: z.uuid(),
      filters: callFilters,
      since: z.number(),
      until: z.number(),
      buckets: z.int().min(1).max(200)
    }),
    response: z.object({ buckets: z.array(callBucket) })
  },
  /** All that this computer asked, one by one. */
  'activity:export': {
    request: z.object({ workspaceId: z.uuid(), filters: callFilters, format: z.enum(['csv', 'json']) }),
    response: z.object({ file: z.string(), calls: z.number() }).nullable()
  },
  /** Shows the file of the last export of this run in the system's file manager. Errors: not-found where it is not there. */
  'activity:showExport': { request: z.void(), response: z.void() },
  /** Looks through the audit record of all workspaces: changes, and the ledger of mappings. */
  'activity:verify': { request: z.void(), response: auditCheck },
  /** Of which workspaces mutations are kept, those that are there as well: latest first. */
  'activity:workspaces': { request: z.void(), response: z.object({ workspaces: z.array(recordedWorkspace) }) },

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

export const activityEvents = {
  /** Calls were added: at most once a second. */
  'activity:added': z.object({ workspaceId: z.string(), calls: z.number() }),
  /** Changes of colleagues came to their end. */
  'activity:ended': z.object({ calls: z.array(callEnd) })
} as const

export type ActivityChannel = keyof typeof activityChannels
export type ActivityAsked<C extends ActivityChannel> = z.infer<(typeof activityChannels)[C]['request']>
export type ActivityAnswer<C extends ActivityChannel> = z.infer<(typeof activityChannels)[C]['response']>
