import { z } from 'zod'
import { nameText } from '../own-name'

/** ms that the service remembers a key after the first success. It does not keep a failure. */
export const keyLifetimeMs = 5 * 60_000

/** The service carries out writes with one key only once. */
export const idempotency = z.object({
  key: nameText,
  /** When the first request with this key was about to leave, ms since 1970. */
  firstAt: z.number(),
  /** The same request was sent with this key before. */
  again: z.boolean()
})
export type Idempotency = z.infer<typeof idempotency>

/** Until then, ms since 1970, a repeat certainly makes no second record. */
export const safeUntil = ({ firstAt }: Pick<Idempotency, 'firstAt'>) => firstAt + keyLifetimeMs
