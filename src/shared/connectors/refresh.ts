import { z } from 'zod'
import { appErrorShape } from '../errors'
import { nameText } from '../own-name'
import { category } from './category'

/** A failed try that is repeated, and the host it asked. */
export const failedTry = z.object({ host: nameText, error: appErrorShape })
export type FailedTry = z.infer<typeof failedTry>

/** `until`: ms since 1970. Then the same cursor is asked for again. */
export const wait = z.object({
  until: z.number(),
  /**
   * `rate-limit`: a 429, perhaps to another request with the same token; `retry`: a failure that may pass; `colleague`: an
   * act that a colleague has to agree to.
   */
  reason: z.enum(['rate-limit', 'retry', 'colleague']),
  /** The header that set the time, or `backoff` without one. */
  source: z.enum(['retry-after', 'rate-limit-reset', 'backoff']),
  status: z.number().optional(),
  /** Of a `retry`. */
  failure: failedTry.optional()
})
export type Wait = z.infer<typeof wait>

/**
 * Hardly anything came since then (ms since 1970). `turn`: little is left of the rate limit, and another request with
 * the token is open.
 */
export const quiet = z.object({ what: z.enum(['connection', 'answer', 'rest', 'turn']), since: z.number() })
export type Quiet = z.infer<typeof quiet>

/** The service gives no total, so there is no percentage. */
export const categoryRefresh = z.object({
  category,
  state: z.enum(['walking', 'waiting', 'done', 'failed', 'cancelled']),
  pages: z.number(),
  items: z.number(),
  /** The API allows empty pages before the end. */
  emptyPages: z.number(),
  /** Items whose id came before: data moved meanwhile. */
  repeated: z.number(),
  waits: z.number(),
  bytes: z.number(),
  wait: wait.optional(),
  quiet: quiet.optional(),
  /** From a failed try until a later one succeeds. */
  failure: failedTry.optional(),
  error: appErrorShape.optional()
})
export type CategoryRefresh = z.infer<typeof categoryRefresh>

export const refreshProgress = z.object({
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  categories: z.array(categoryRefresh),
  /** `taken`: that desk's refresh. `waits`: for that desk's; `pages` so far. */
  team: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('taken'), name: z.string() }),
      z.object({ kind: z.literal('waits'), name: z.string(), pages: z.number() })
    ])
    .optional()
})
export type RefreshProgress = z.infer<typeof refreshProgress>

export function refreshTotals(progress: RefreshProgress): {
  pages: number
  items: number
  waits: number
  bytes: number
} {
  const sum = { pages: 0, items: 0, waits: 0, bytes: 0 }
  for (const part of progress.categories) {
    sum.pages += part.pages
    sum.items += part.items
    sum.waits += part.waits
    sum.bytes += part.bytes
  }
  return sum
}
