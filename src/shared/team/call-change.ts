import { z } from 'zod'
import { ownName } from '../own-name'
import { asker } from '../activity/call'

/** The activity's limit. */
const text = z.string().max(2_000)

/**
 * No body and no header, only the answer's status and names of parameters. Sent when the request leaves and at the end.
 * `at`: ms since 1970 by that desk's clock.
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
