import { z } from 'zod'
import { refusedWhy } from '../passthrough/library'
import { teamKinds, type TeamKind } from './kinds'

/** A change that the team lacks. */
export const teamWaiting = z.object({
  kind: z.enum(Object.keys(teamKinds) as [TeamKind, ...TeamKind[]]),
  field: z.string(),
  /** A customer, saved request, field, or method and path; empty if no longer known. */
  name: z.string(),
  /** ms since 1970 */
  since: z.number(),
  /** null while it waits. */
  refused: refusedWhy.nullable()
})
export type TeamWaiting = z.infer<typeof teamWaiting>

/** `listed`: changes shown; `kept`: ms that an unshareable change is kept. */
export const waitingLimits = { listed: 100, kept: 30 * 86_400_000 } as const

export const teamPending = z.object({
  /** Latest first. */
  changes: z.array(teamWaiting).max(waitingLimits.listed),
  more: z.number(),
  /** Folders, requests and filters of the team beyond the limits. */
  leftOut: z.number()
})
export type TeamPending = z.infer<typeof teamPending>
