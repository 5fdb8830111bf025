import { z } from 'zod'
import { quiet, wait } from '../connectors/refresh'

/** What an act waits for, for the operator who waits for it. */
export const jobProgress = z.object({
  /** A limit, or a failure that may pass; null while it waits for neither. */
  wait: wait.nullable(),
  /** Nothing comes; null while something does. */
  quiet: quiet.nullable(),
  /** What changes something may have left: from here on a cancel cannot take it back. */
  sent: z.boolean()
})
export type JobProgress = z.infer<typeof jobProgress>
