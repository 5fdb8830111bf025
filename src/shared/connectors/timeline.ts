import { z } from 'zod'

/** Something seen of a connector, or shown by its fields. */
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
  /** `field`: a time the service gave; `walk`: when a walk saw it; `operator`: done on this computer. */
  source: z.enum(['field', 'walk', 'operator']),
  /** The run behind "good as of". */
  good: z.boolean()
})
export type TimelineEvent = z.infer<typeof timelineEvent>

/** One bar of the run chart. `unseen`: due, but no walk looked until the next one had begun. */
export const run = z.object({
  /** ms since 1970: when it began or was due. */
  at: z.number(),
  outcome: z.enum(['done', 'failed', 'running', 'unknown', 'missing', 'unseen'])
})
export type Run = z.infer<typeof run>

export const runs = z.object({
  /** ms between two runs; null where it is unknown. */
  cadence: z.number().nullable(),
  /** Oldest first. */
  bars: z.array(run),
  counts: z.object({ seen: z.number(), failed: z.number(), missing: z.number() })
})
export type Runs = z.infer<typeof runs>
