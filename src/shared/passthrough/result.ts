import { z } from 'zod'
import { nameText } from '../own-name'
import { appErrorShape } from '../errors'
import { idempotency } from './idempotency'
import { passthroughMethod } from './passthrough'
import { region } from '../workspaces/region'
import { quiet, wait } from '../connectors/refresh'

/**
 * How a send ended. `answered`: the third party was reached, its own result is in the body. `refused`: the service, or
 * the third party behind it, said no. `unknown`: a write may have arrived, and this computer cannot know. `failed`:
 * nothing was changed. `cancelled`: stopped before it left, or a read.
 */
export const outcome = z.enum(['answered', 'refused', 'unknown', 'failed', 'cancelled'])
export type Outcome = z.infer<typeof outcome>

/** Moments in ms since 1970; null: it did not happen. Those of the last try. */
export const timing = z.object({
  askedAt: z.number(),
  /** Its turn came in the queue of its token. */
  startedAt: z.number().nullable(),
  /** The first byte may have left. */
  sentAt: z.number().nullable(),
  headAt: z.number().nullable(),
  doneAt: z.number()
})

/** What a provider's body says of its own failure; texts are masked and short. null: the body does not say. */
export const providerError = z.object({
  status: z.number().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable()
})
export type ProviderError = z.infer<typeof providerError>

export const passthroughResult = z.object({
  requestId: z.uuid(),
  outcome,
  method: passthroughMethod,
  /** Variables filled. */
  path: z.string(),
  region,
  connectorKey: nameText,
  /** Of the service; of a passthrough request a third party's own status is in its body, if anywhere. */
  status: z.number().nullable(),
  /** Names the body, which stays in main; null where none came. */
  responseId: nameText.nullable(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Of the body, decoded, as far as it was read. */
  bytes: z.number(),
  /** False: the answer broke off, ran out of time or was too large; what was read is kept. */
  complete: z.boolean(),
  timing,
  tries: z.number(),
  waits: z.array(wait),
  error: appErrorShape.nullable(),
  /** What it means and what to do, in the order to be read. */
  advice: z.array(z.string()),
  /** Of an answered passthrough request whose body reports a failure. */
  providerError: providerError.optional(),
  /** Of a unified write that has a key. */
  idempotency: idempotency.optional(),
  /** A validation error of the service, at the controls it names (see `DraftProblem.field`). */
  issues: z.array(z.object({ field: nameText, message: z.string() }))
})
export type PassthroughResult = z.infer<typeof passthroughResult>

/** Where a send is now. */
export const passthroughProgress = z.object({
  /** `confirm`: the operator is asked. */
  stage: z.enum(['token', 'confirm', 'queued', 'connecting', 'sending', 'waiting', 'reading']),
  /** Since when, ms since 1970. */
  since: z.number(),
  /** Of `queued`: sends of the same token before this one. */
  ahead: z.number().optional(),
  wait: wait.optional(),
  quiet: quiet.optional(),
  tries: z.number()
})
export type PassthroughProgress = z.infer<typeof passthroughProgress>
