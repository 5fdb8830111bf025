import { z } from 'zod'
import { asker } from '../activity/call'

/** What the service said is left for one token (spec: Limits, X-RateLimit-*). Absent until it says something. */
export const rateLimit = z.object({
  /** `bearer`, or the handle of a connector's token. */
  scope: z.string(),
  limit: z.number(),
  remaining: z.number(),
  /** ms since 1970 */
  resetAt: z.number(),
  /** `<category>:<id>` of the connector whose token it is; empty for the bearer token. */
  connectorKey: z.string(),
  /** Which parts of the app made calls in this window, most first. What else uses the token is not known. */
  users: z.array(z.object({ asker, calls: z.number() }))
})
export type RateLimit = z.infer<typeof rateLimit>
