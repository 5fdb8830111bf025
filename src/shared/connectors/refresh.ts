import { z } from 'zod'
import { appErrorShape } from '../errors'
import { category } from './category'

/** Why a walk pauses, and until when (ms since 1970). The same cursor is asked for again after it. */
export const wait = z.object({
  until: z.number(),
  /** `rate-limit`: the service answered 429, to this walk or to another one with the same token; `retry`: a failure that may pass. */
  reason: z.enum(['rate-limit', 'retry']),
  /** Which header of the service set the time, or `backoff` where it gave none. */
  source: z.enum(['retry-after', 'rate-limit-reset', 'backoff']),
  status: z.number().optional()
})
export type Wait = z.infer<typeof wait>

/**
 * Nothing, or hardly anything, came since then (ms since 1970): no connection, no answer, no more of one; or it was not
 * its turn, while little is left of the rate limit and another request with the same token is not answered.
 */
export const quiet = z.object({ what: z.enum(['connection', 'answer', 'rest', 'turn']), since: z.number() })
export type Quiet = z.infer<typeof quiet>

/** One category's walk. There is no total (pagination rule 5), so no percentage either. */
export const categoryRefresh = z.object({
  category,
  state: z.enum(['walking', 'waiting', 'done', 'failed', 'cancelled']),
  pages: z.number(),
  items: z.number(),
  /** Pages with no items before the end: allowed by rule 3, counted so that no one wonders. */
  emptyPages: z.number(),
  /** Items whose id was seen before in this walk: data moved meanwhile. */
  repeated: z.number(),
  waits: z.number(),
  bytes: z.number(),
  wait: wait.optional(),
  quiet: quiet.optional(),
  error: appErrorShape.optional()
})
export type CategoryRefresh = z.infer<typeof categoryRefresh>

export const refreshProgress = z.object({
  startedAt: z.number(),
  /** null while the walk runs. */
  finishedAt: z.number().nullable(),
  categories: z.array(categoryRefresh),
  /**
   * `taken`: the team's walk, made by the desk of this name. `waits`: that desk walks, and its end is waited for; `pages`
   * so far.
   */
  team: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('taken'), name: z.string() }),
      z.object({ kind: z.literal('waits'), name: z.string(), pages: z.number() })
    ])
    .optional()
})
export type RefreshProgress = z.infer<typeof refreshProgress>

/** Sum over the categories. */
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
