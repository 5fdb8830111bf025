import { z } from 'zod'
import { refusedWhy } from '../passthrough/library'
import { teamKinds, type TeamKind } from './kinds'

export const teamWaiting = z.object({
  kind: z.enum(Object.keys(teamKinds) as [TeamKind, ...TeamKind[]]),
  field: z.string(),
  /** A customer, saved request, field, or method and path; may be empty. */
  name: z.string(),
  /** ms since 1970 */
  since: z.number(),
  /** null while it waits. */
  refused: refusedWhy.nullable()
})
export type TeamWaiting = z.infer<typeof teamWaiting>

/** `kept`: ms for an unshareable change. */
export const waitingLimits = { listed: 100, kept: 30 * 86_400_000 } as const

export const teamPending = z.object({
  /** Latest first. */
  changes: z.array(teamWaiting).max(waitingLimits.listed),
  more: z.number(),
  /** Items beyond the limits. */
  leftOut: z.number()
})
export type TeamPending = z.infer<typeof teamPending>
