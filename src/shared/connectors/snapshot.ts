import { z } from 'zod'
import { category } from './category'
import { connectorRow } from './connector'

/** Whether what is seen is kept over restarts; where not, everything works until the app quits. */
export const keeping = z.object({
  keeping: z.enum(['yes', 'no']),
  reason: z.enum(['read-only', 'disk-full', 'newer', 'in-use', 'stopped', 'other']).nullable(),
  /** For the operator: why, and what to do; where it is kept, what was missing in it. Empty where all is well. */
  message: z.string(),
  /** The name a file that could not be read was given, in the profile. */
  setAside: z.string().nullable()
})
export type Keeping = z.infer<typeof keeping>

/**
 * How a walk ended. Only a `complete` one shows what is gone: all its categories were walked to the end without an id
 * twice. A category that is refused with 403 is not part of the walk: many tokens have no access to all three.
 */
export const refreshEnd = z.enum(['walking', 'complete', 'inconsistent', 'incomplete'])
export type RefreshEnd = z.infer<typeof refreshEnd>

export const refreshPart = z.object({
  category,
  state: z.enum(['walking', 'done', 'failed', 'cancelled', 'refused']),
  items: z.number(),
  repeated: z.number()
})
export type RefreshPart = z.infer<typeof refreshPart>

/** One walk that was recorded. */
export const snapshot = z.object({
  id: z.number(),
  startedAt: z.number(),
  /** null while it runs, and for one that a crash cut off. */
  endedAt: z.number().nullable(),
  ended: refreshEnd,
  parts: z.array(refreshPart)
})
export type Snapshot = z.infer<typeof snapshot>

/** Rows of earlier walks, for before the first walk of this session: without token handles, each with its age. */
export const lastRows = z.object({
  /** The last walk that ended, null where none did. */
  refresh: snapshot.nullable(),
  rows: z.array(connectorRow.extend({ seenAt: z.number() })),
  /** What to ask for next, null at the end. */
  next: z.number().nullable()
})
export type LastRows = z.infer<typeof lastRows>
