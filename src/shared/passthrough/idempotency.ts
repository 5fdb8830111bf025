import { z } from 'zod'
import { nameText } from '../own-name'

/** How long the service remembers a key, from the first success on, ms (live facts: Errors). A failure is not kept. */
export const keyLifetimeMs = 5 * 60_000

/** What makes a write safe to repeat: the service does what came with one key once. */
export const idempotency = z.object({
  key: nameText,
  /** When the first request with this key was about to leave, ms since 1970. */
  firstAt: z.number(),
  /** The same request was sent with this key before. */
  again: z.boolean()
})
export type Idempotency = z.infer<typeof idempotency>

/** Until when a request with this key certainly makes no second record, ms since 1970. */
export const safeUntil = ({ firstAt }: Pick<Idempotency, 'firstAt'>) => firstAt + keyLifetimeMs
