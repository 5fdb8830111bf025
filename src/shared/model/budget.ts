import { z } from 'zod'

/** What the service said is left for one token (spec: Limits, X-RateLimit-*). Absent until it says something. */
export const budget = z.object({
  /** `bearer`, or the handle of a connector's token. */
  scope: z.string(),
  limit: z.number(),
  remaining: z.number(),
  /** ms since 1970 */
  resetAt: z.number()
})
export type Budget = z.infer<typeof budget>
