import { z } from 'zod'

export const timelineEvent = z.object({
  /** ms since 1970 */
  at: z.number(),
  kind: z.enum([
    'created',
    'linked',
    'relinked',
    'first-seen',
    'credentials-bad',
    'run-done',
    'run-failed',
    'run-began',
    'switched-off',
    'switched-on',
    'changed',
    'gone',
    'back',
    'walk',
    'case'
  ]),
  words: z.string(),
  /** `field`: a time from the service; `walk`: a refresh saw it; `operator`: done here. */
  source: z.enum(['field', 'walk', 'operator']),
  /** The last good sync. */
  good: z.boolean()
})
export type TimelineEvent = z.infer<typeof timelineEvent>

/** `unseen`: due, but no refresh looked in time. */
export const run = z.object({
  /** ms since 1970: when it began or was due. */
  at: z.number(),
  outcome: z.enum(['done', 'failed', 'running', 'unknown', 'missing', 'unseen'])
})
export type Run = z.infer<typeof run>

export const runs = z.object({
  /** ms between two syncs; null if unknown. */
  cadence: z.number().nullable(),
  /** Oldest first. */
  bars: z.array(run),
  counts: z.object({ seen: z.number(), failed: z.number(), missing: z.number() })
})
export type Runs = z.infer<typeof runs>
