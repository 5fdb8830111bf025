import { z } from 'zod'
import { accessFact } from '../issues/access'
import { nameText } from '../own-name'
import { checkResult } from './answer-checks'
import { appErrorShape } from '../errors'
import { idempotency } from './idempotency'
import { passthroughMethod } from './passthrough'
import { region } from '../workspaces/region'
import { quiet, wait } from '../connectors/refresh'

/**
 * `answered`: by the provider. `refused`: by the service or the provider. `unknown`: a write may have arrived.
 * `failed`: nothing was changed. `cancelled`: a read, or stopped before it left.
 */
export const outcome = z.enum(['answered', 'refused', 'unknown', 'failed', 'cancelled'])
export type Outcome = z.infer<typeof outcome>

/** ms since 1970, of the last try, or null. */
export const timing = z.object({
  askedAt: z.number(),
  /** Its turn in the token's queue. */
  startedAt: z.number().nullable(),
  /** The first byte may have left. */
  sentAt: z.number().nullable(),
  headAt: z.number().nullable(),
  doneAt: z.number()
})

/** Masked and cut; null: not given. */
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
  path: z.string(),
  region,
  connectorKey: nameText,
  /** A provider's own status is only in its body. */
  status: z.number().nullable(),
  /** The body stays in main; null if none came. */
  responseId: nameText.nullable(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Decoded bytes read. */
  bytes: z.number(),
  /** False: it broke off, timed out or was too large; the first part is kept. */
  complete: z.boolean(),
  timing,
  tries: z.number(),
  waits: z.array(wait),
  error: appErrorShape.nullable(),
  /** Meaning and next steps, in order. */
  advice: z.array(z.string()),
  providerError: providerError.optional(),
  /** What the answer says about the connector's access; absent without an answer, and of the unified API. */
  access: accessFact.optional(),
  /** For a unified write with a key. */
  idempotency: idempotency.optional(),
  issues: z.array(z.object({ field: nameText, message: z.string() })),
  /** In the order of the draft; absent without checks, or without a whole answer. */
  checks: z.array(checkResult).optional()
})
export type PassthroughResult = z.infer<typeof passthroughResult>

export const passthroughProgress = z.object({
  /** `confirm`: the operator is asked. */
  stage: z.enum(['token', 'confirm', 'queued', 'connecting', 'sending', 'waiting', 'reading']),
  /** ms since 1970. */
  since: z.number(),
  /** Earlier sends with the same token. */
  ahead: z.number().optional(),
  wait: wait.optional(),
  quiet: quiet.optional(),
  tries: z.number()
})
export type PassthroughProgress = z.infer<typeof passthroughProgress>
