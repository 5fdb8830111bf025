import { z } from 'zod'
import { asker } from '../activity/call'

/** From X-RateLimit-* headers. */
export const rateLimit = z.object({
  /** `bearer`, or the handle of a connector token. */
  scope: z.string(),
  limit: z.number(),
  remaining: z.number(),
  /** ms since 1970 */
  resetAt: z.number(),
  /** `<category>:<id>`; empty for the bearer token. */
  connectorKey: z.string(),
  /** Most first. Other programs with the token are unknown. */
  users: z.array(z.object({ asker, calls: z.number() }))
})
export type RateLimit = z.infer<typeof rateLimit>
