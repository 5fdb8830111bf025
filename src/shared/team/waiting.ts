import { z } from 'zod'
import { refusedWhy } from '../passthrough/library'
import { teamKinds, type TeamKind } from './kinds'

/** A change of this desk that the team has not got. */
export const teamWaiting = z.object({
  kind: z.enum(Object.keys(teamKinds) as [TeamKind, ...TeamKind[]]),
  field: z.string(),
  /** What it is about: a customer, a saved request, a field, method and path; empty where that is not known any more. */
  name: z.string(),
  /** ms since 1970 */
  since: z.number(),
  /** null while it waits. */
  refused: refusedWhy.nullable()
})
export type TeamWaiting = z.infer<typeof teamWaiting>

/** How many changes are listed, at most; and for how long one is kept that cannot be shared, ms. */
export const waitingLimits = { listed: 100, kept: 30 * 86_400_000 } as const

export const teamPending = z.object({
  /** The latest first. */
  changes: z.array(teamWaiting).max(waitingLimits.listed),
  /** Further ones. */
  more: z.number(),
  /** Folders, saved requests and filters of the team that are too many to be shown. */
  leftOut: z.number()
})
export type TeamPending = z.infer<typeof teamPending>
