import { z } from 'zod'
import { category } from './category'
import { connectorRow } from './connector'

/** Without it, everything works until the app quits. */
export const keeping = z.object({
  keeping: z.enum(['yes', 'no']),
  reason: z.enum(['read-only', 'disk-full', 'newer', 'in-use', 'stopped', 'other']).nullable(),
  /** For the operator: why, and what to do. Empty if all is well. */
  message: z.string(),
  /** New name of an unreadable file. */
  setAside: z.string().nullable()
})
export type Keeping = z.infer<typeof keeping>

/**
 * Only a `complete` refresh proves what is gone: it read all its categories to the end without a repeated id. A
 * category refused with 403 is no part of it: many tokens cannot read all three.
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

export const snapshot = z.object({
  id: z.number(),
  startedAt: z.number(),
  /** null while it runs, or after a crash. */
  endedAt: z.number().nullable(),
  ended: refreshEnd,
  parts: z.array(refreshPart)
})
export type Snapshot = z.infer<typeof snapshot>

/** Rows of earlier refreshes, without token handles, each with its age. */
export const lastRows = z.object({
  /** null if none ended. */
  refresh: snapshot.nullable(),
  rows: z.array(connectorRow.extend({ seenAt: z.number() })),
  /** The next `after`; null at the end. */
  next: z.number().nullable()
})
export type LastRows = z.infer<typeof lastRows>
