import { z } from 'zod'
import { ageBuckets } from './age'
import { category } from '../connectors/category'
import { requestWay } from './relink/relink'
import { tag } from './tag'
import { issueCause, lastGoodSync } from './diagnosis'

/** Seen by the app, or done by an operator on any desk. */
export const issueEventKind = z.enum([
  'opened',
  'owner-changed',
  'noted',
  'snoozed',
  'unsnoozed',
  'tagged',
  'untagged',
  'requested',
  'recovered',
  'became',
  'gone'
])
export type IssueEventKind = z.infer<typeof issueEventKind>

export const issueEvent = z.object({
  /** ms since 1970 */
  at: z.number(),
  kind: issueEventKind,
  /**
   * New owner, tag, cause, end of the snooze (ms), way of a relink request, or the note if the team shares it; null for
   * other events.
   */
  detail: z.string().nullable(),
  /** The colleague on another desk; null on this one. */
  operator: z.string().nullable()
})
export type IssueEvent = z.infer<typeof issueEvent>

/** Characters. */
export const issueLimits = { owner: 200, note: 20_000 } as const

/** One connector in one episode of one cause. It closes by itself and is kept. */
export const issueRecord = z.object({
  id: z.number(),
  key: z.string(),
  cause: issueCause,
  openedAt: z.number(),
  closedAt: z.number().nullable(),
  owner: z.string(),
  note: z.string(),
  snoozedUntil: z.number().nullable(),
  /** In the order they were given. */
  tags: z.array(z.string()),
  events: z.array(issueEvent)
})
export type IssueRecord = z.infer<typeof issueRecord>

/** A field that is left out stays. `snoozedUntil: null` ends the snooze. */
export const issueChange = z.object({
  owner: z.string().max(issueLimits.owner).optional(),
  note: z.string().max(issueLimits.note).optional(),
  snoozedUntil: z.number().nullable().optional(),
  tagged: tag.optional(),
  untagged: tag.optional(),
  /** How a relink request left this app. */
  requested: requestWay.optional()
})
export type IssueChange = z.infer<typeof issueChange>

/** An issue as a row. */
export const issue = z.object({
  key: z.string(),
  category,
  integrationSlug: z.string(),
  endUser: z.string(),
  originId: z.string().nullable(),
  cause: issueCause,
  /** With `{since}` for the time. */
  short: z.string(),
  since: z.number().nullable(),
  /** ms since 1970: `since`, or when this app first saw the issue. */
  ageFrom: z.number(),
  age: z.enum(ageBuckets),
  lastGoodSync: lastGoodSync.omit({ why: true }),
  employees: z.number().nullable(),
  /** Other connectors of the customer, and how many of them have issues too. */
  others: z.number(),
  othersTroubled: z.number(),
  owner: z.string(),
  hasNote: z.boolean(),
  snoozedUntil: z.number().nullable(),
  tags: z.array(z.string()),
  /** When the customer was last asked to relink, ms since 1970. */
  requestedAt: z.number().nullable()
})
export type Issue = z.infer<typeof issue>

/** Many connectors of one integration that broke together: one possible outage instead of many tickets. */
export const incidentGroup = z.object({
  integrationSlug: z.string(),
  /** ms since 1970, of the first and last break. */
  first: z.number(),
  last: z.number(),
  times: z.array(z.number()),
  /** Connectors of the integration, without test connectors. */
  total: z.number(),
  stillRun: z.number(),
  employees: z.number(),
  endUsers: z.number(),
  title: z.string(),
  words: z.string(),
  issues: z.array(issue)
})
export type IncidentGroup = z.infer<typeof incidentGroup>

export const integrationGroup = z.object({
  integrationSlug: z.string(),
  /** Connectors of the integration, without test connectors. */
  total: z.number(),
  /** Oldest first, but issues of one customer stay together. */
  issues: z.array(issue)
})
export type IntegrationGroup = z.infer<typeof integrationGroup>

export const causeGroup = z.object({
  cause: issueCause,
  count: z.number(),
  /** The cause, and who acts. */
  words: z.string(),
  /** Only for the cause `incident`. */
  incidents: z.array(incidentGroup),
  integrations: z.array(integrationGroup)
})
export type CauseGroup = z.infer<typeof causeGroup>

/** Issues by age and by cause or integration, for the chart and its table. Zero counts are left out. */
export const chartCell = z.object({ age: z.enum(ageBuckets), of: z.string(), count: z.number() })
export type ChartCell = z.infer<typeof chartCell>

export const issueList = z.object({
  /** ms since 1970, of the ages. */
  at: z.number(),
  groups: z.array(causeGroup),
  snoozed: z.array(issue),
  /** Test connectors with an issue; never counted. */
  tests: z.array(issue),
  counts: z.object({
    issues: z.number(),
    snoozed: z.number(),
    /** Connectors that need no action, without test connectors. */
    fine: z.number(),
    tests: z.number(),
    connectors: z.number()
  }),
  byCause: z.array(chartCell),
  byIntegration: z.array(chartCell)
})
export type IssueList = z.infer<typeof issueList>
