import { z } from 'zod'
import { issueCause } from '../issues/diagnosis'

/** Weeks. */
export const trendSpans = [12, 26, 52] as const
export type TrendSpan = (typeof trendSpans)[number]

/** From Monday 00:00 in the operator's zone. ms since 1970. */
export const trendWeek = z.object({
  start: z.number(),
  end: z.number(),
  /** null: no refresh ended and nothing changed, so nothing is known. */
  relinks: z
    .object({
      opened: z.number(),
      closed: z.number(),
      /** Closed ones whose connector was deleted. */
      deleted: z.number(),
      /** At the end of the week, or now. */
      open: z.number()
    })
    .nullable()
})
export type TrendWeek = z.infer<typeof trendWeek>

/** Percentiles are nearest-rank, in ms; null without a relink. */
export const relinkTimes = z.object({
  /** Of an integration (slug) or customer; may be empty. */
  name: z.string(),
  /** Relinks with a known beginning. */
  relinked: z.number(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
  /** Not in the percentiles. */
  open: z.number(),
  /** ms since 1970; null without an open one. */
  oldest: z.number().nullable()
})
export type RelinkTimes = z.infer<typeof relinkTimes>

export const goodAges = ['today', 'yesterday', 'week', 'older', 'never'] as const

/** Connectors by the day of their last good sync. */
export const goodShare = z.object({
  /** End of that refresh, ms since 1970: its day is today. null: none. */
  at: z.number().nullable(),
  connectors: z.number(),
  ages: z.array(z.object({ age: z.enum(goodAges), connectors: z.number() }))
})
export type GoodShare = z.infer<typeof goodShare>

export const ownerLoad = z.object({
  /** Empty: without an owner. */
  owner: z.string(),
  open: z.number(),
  /** In all weeks together. */
  closed: z.number(),
  /** By week; null if unknown. */
  weeks: z.array(z.number().nullable())
})
export type OwnerLoad = z.infer<typeof ownerLoad>

/** Issues of a cause with a target that this computer saw open. Those with an unknown beginning are left out. */
export const dueLoad = z.object({
  cause: issueCause,
  /** Whose due time passed while they were open, in all weeks together. */
  over: z.number(),
  /** Ended before it. */
  met: z.number(),
  /** `over` by the week in which it passed; null if unknown. */
  weeks: z.array(z.number().nullable())
})
export type DueLoad = z.infer<typeof dueLoad>

/** `more`: rows left out at the end. */
const rows = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), more: z.number() })

export const trends = z.object({
  /** ms since 1970: now. */
  at: z.number(),
  source: z.enum(['computer', 'team']),
  /** Oldest first. From the first refresh on, so perhaps fewer than asked. */
  weeks: z.array(trendWeek),
  /** The first moment in these weeks that the history has; null without one. */
  since: z.number().nullable(),
  total: relinkTimes,
  integrations: rows(relinkTimes),
  customers: rows(relinkTimes),
  good: goodShare,
  owners: rows(ownerLoad),
  /** By today's due times. null: the workspace has none. */
  due: z.array(dueLoad).nullable()
})
export type Trends = z.infer<typeof trends>

export const trendTables = ['weeks', 'integrations', 'customers', 'good', 'owners', 'due'] as const
export type TrendTable = (typeof trendTables)[number]
