import { z } from 'zod'

/** Minutes without input; 0: never. */
export const lockAfter = [0, 5, 15, 60] as const

export const lockReason = z.enum(['idle', 'suspend', 'screen', 'asked'])
export type LockReason = z.infer<typeof lockReason>

export const lockState = z.object({
  reason: lockReason,
  /** ms since 1970. */
  at: z.number(),
  /** Reads that were stopped. */
  stopped: z.number(),
  /** Sent changes, followed to their end. */
  followed: z.number()
})
export type LockState = z.infer<typeof lockState>
