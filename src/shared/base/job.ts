import { z } from 'zod'
import { quiet, wait } from '../connectors/refresh'

export const jobProgress = z.object({
  /** null while it waits for neither a limit nor a retry. */
  wait: wait.nullable(),
  /** null while data comes. */
  quiet: quiet.nullable(),
  /** From here a cancel may come too late. */
  sent: z.boolean()
})
export type JobProgress = z.infer<typeof jobProgress>
