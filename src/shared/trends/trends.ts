import { z } from 'zod'

/** How many weeks can be looked at; the current one is among them. */
export const trendSpans = [12, 26, 52] as const
export type TrendSpan = (typeof trendSpans)[number]

/** A week of the operator's zone, from Monday 00:00 on. Times in ms since 1970. */
export const trendWeek = z.object({
  start: z.number(),
  /** The next Monday 00:00. */
  end: z.number(),
  /** null: no refresh ended in this week and nothing changed in it, so nothing is known of it. */
  relinks: z
    .object({
      opened: z.number(),
      /** Relinked or deleted. */
      closed: z.number(),
      /** Of the closed ones: their connector was deleted. */
      deleted: z.number(),
      /** At the end of the week, or now. */
      open: z.number()
    })
    .nullable()
})
export type TrendWeek = z.infer<typeof trendWeek>

/** How long relinks took. Percentiles are nearest-rank, in ms; null where none was relinked. */
export const relinkTimes = z.object({
  /** The slug of an integration, or the name of a customer; empty: without one. */
  name: z.string(),
  /** Relinked in these weeks, and seen to open. */
  relinked: z.number(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
  /** Not relinked yet: no part of the percentiles. */
  open: z.number(),
  /** When the oldest of them opened, ms since 1970; null without any. */
  oldest: z.number().nullable()
})
export type RelinkTimes = z.infer<typeof relinkTimes>

export const goodAges = ['today', 'yesterday', 'week', 'older', 'never'] as const

/** Connectors by the day of their last good sync, as the last refresh saw them. */
export const goodShare = z.object({
  /** The end of that refresh, ms since 1970: its day counts as today. null: no refresh ended yet. */
  at: z.number().nullable(),
  connectors: z.number(),
  ages: z.array(z.object({ age: z.enum(goodAges), connectors: z.number() }))
})
export type GoodShare = z.infer<typeof goodShare>

/** The issues of one owner, of all diagnoses. */
export const ownerLoad = z.object({
  /** Empty: without an owner. */
  owner: z.string(),
  open: z.number(),
  /** In all weeks together. */
  closed: z.number(),
  /** By week; null where nothing is known of it. */
  weeks: z.array(z.number().nullable())
})
export type OwnerLoad = z.infer<typeof ownerLoad>

/** Rows of a table; `more` says how many were left out at its end. */
const rows = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), more: z.number() })

export const trends = z.object({
  /** ms since 1970: now. */
  at: z.number(),
  /** Whose history they are of. */
  source: z.enum(['computer', 'team']),
  /** Oldest first; the last is the current one. Begins with the first refresh, so it may be shorter than asked. */
  weeks: z.array(trendWeek),
  total: relinkTimes,
  integrations: rows(relinkTimes),
  customers: rows(relinkTimes),
  good: goodShare,
  owners: rows(ownerLoad)
})
export type Trends = z.infer<typeof trends>

export const trendTables = ['weeks', 'integrations', 'customers', 'good', 'owners'] as const
export type TrendTable = (typeof trendTables)[number]
