import { z } from 'zod'
import { asker } from '../activity/call'

/** What X-RateLimit-* headers say of one token. Absent before the first. */
export const rateLimit = z.object({
  /** `bearer`, or the handle of a connector token. */
  scope: z.string(),
  limit: z.number(),
  remaining: z.number(),
  /** ms since 1970 */
  resetAt: z.number(),
  /** `<category>:<id>` of the token's connector; empty for the bearer token. */
  connectorKey: z.string(),
  /** Calls of this app in this window, most first. Other users of the token are unknown. */
  users: z.array(z.object({ asker, calls: z.number() }))
})
export type RateLimit = z.infer<typeof rateLimit>
