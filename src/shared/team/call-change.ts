import { z } from 'zod'
import { ownName } from '../own-name'
import { asker } from '../activity/call'

/** As long as the activity keeps a text. */
const text = z.string().max(2_000)

/**
 * What a team shares of a request that may have changed something at a customer's system: no body, no header, nothing of
 * the answer but its status, and of parameters only the names. It is told as it leaves, without an outcome, and again
 * with it. `at`: ms since 1970 by the clock of that desk. `computer`: the name of it.
 */
export const sharedCall = z.strictObject({
  at: z.number().int().min(0).max(8.64e15),
  computer: z.string().max(253),
  asker,
  method: ownName(z.string().regex(/^[A-Z]{1,20}$/)),
  path: text,
  query: text,
  subject: text,
  forwarded: text,
  connector: ownName(z.string().max(2_000)),
  status: z.number().int().min(100).max(999).nullable(),
  error: ownName(z.string().max(200)).nullable()
})
export type SharedCall = z.infer<typeof sharedCall>

export const callFields = { entry: sharedCall } as const
