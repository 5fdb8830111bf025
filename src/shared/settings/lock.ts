import { z } from 'zod'

/** After how many minutes without a key or a movement of the mouse the app locks; 0: not by itself. */
export const lockAfter = [0, 5, 15, 60] as const

export const lockReason = z.enum(['idle', 'suspend', 'screen', 'asked'])
export type LockReason = z.infer<typeof lockReason>

/** Why the window shows nothing, and what became of what was under way. */
export const lockState = z.object({
  reason: lockReason,
  /** ms since 1970. */
  at: z.number(),
  /** Reads that were stopped, such as walks. */
  stopped: z.number(),
  /** Whether changes that had left were followed to their end, or still are. */
  followed: z.number()
})
export type LockState = z.infer<typeof lockState>
