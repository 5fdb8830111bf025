import { z } from 'zod'

/** Practice time and its events. Times in ms since 1970; lists show when things happened by the computer's clock. */
export const practiceTime = z.object({
  now: z.number(),
  /** Times as fast as the computer's. */
  speed: z.number(),
  /** When the next event happens; null after the last. */
  next: z.number().nullable(),
  /** The last events, newest first. */
  told: z.array(z.object({ at: z.number(), words: z.string() }))
})
export type PracticeTime = z.infer<typeof practiceTime>

/** Times as fast as the computer's clock: the last is a day in a minute. */
export const practiceSpeeds = [1, 60, 1440] as const
export type PracticeSpeed = (typeof practiceSpeeds)[number]

/** Another speed, or a jump to the next event. */
export const practiceChange = z.union([z.literal('next'), z.literal(practiceSpeeds)])
export type PracticeChange = z.infer<typeof practiceChange>
