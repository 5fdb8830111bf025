import { z } from 'zod'
import { quiet, wait } from '../connectors/refresh'

export const jobProgress = z.object({
  /** A rate limit or a retry; null while it waits for neither. */
  wait: wait.nullable(),
  /** null while data comes. */
  quiet: quiet.nullable(),
  /** A change may have been sent: a cancel cannot take it back. */
  sent: z.boolean()
})
export type JobProgress = z.infer<typeof jobProgress>
