import { z } from 'zod'
import { nameText } from '../own-name'

/** ms from the first success. The service does not keep a failure. */
export const keyLifetimeMs = 5 * 60_000

export const idempotency = z.object({
  key: nameText,
  /** ms since 1970, just before the first request. */
  firstAt: z.number(),
  /** The same request was sent before. */
  again: z.boolean()
})
export type Idempotency = z.infer<typeof idempotency>

/** ms since 1970: until then a repeat makes no second record. */
export const safeUntil = ({ firstAt }: Pick<Idempotency, 'firstAt'>) => firstAt + keyLifetimeMs
