import { z } from 'zod'
import { ageBuckets } from './age'
import { category } from '../connectors/category'
import { requestWay } from './relink/relink'
import { tag } from './tag'
import { issueCause, lastGoodSync } from './diagnosis'

/** What happened to a case: seen by the app, or done by an operator on this computer or another desk of the team. */
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
   * The owner, the tag, the cause it became, the time (ms) it is snoozed until, how a relink request left, the note where a team
   * shares it; null for others.
   */
  detail: z.string().nullable(),
  /** Who did or saw it on another desk of the team; null on this one. */
  operator: z.string().nullable()
})
export type IssueEvent = z.infer<typeof issueEvent>

/** The longest owner and note that are kept, in characters. */
export const issueLimits = { owner: 200, note: 20_000 } as const

/** A case is one connector in one episode of one cause; it closes by itself and is kept. */
export const issueRecord = z.object({
  id: z.number(),
  key: z.string(),
  cause: issueCause,
  openedAt: z.number(),
  closedAt: z.number().nullable(),
  owner: z.string(),
  note: z.string(),
  snoozedUntil: z.number().nullable(),
  /** In the order in which they were given. */
  tags: z.array(z.string()),
  events: z.array(issueEvent)
})
export type IssueRecord = z.infer<typeof issueRecord>

/** What an operator changes; what is left out stays. `snoozedUntil: null` ends the snooze. */
export const issueChange = z.object({
  owner: z.string().max(issueLimits.owner).optional(),
  note: z.string().max(issueLimits.note).optional(),
  snoozedUntil: z.number().nullable().optional(),
  /** A tag to give, and one to take away. */
  tagged: tag.optional(),
  untagged: tag.optional(),
  /** The customer was asked to relink: how the request left this app. */
  requested: requestWay.optional()
})
export type IssueChange = z.infer<typeof issueChange>

/** A case as a row of the queue. */
export const issue = z.object({
  key: z.string(),
  category,
  integrationSlug: z.string(),
  endUser: z.string(),
  originId: z.string().nullable(),
  cause: issueCause,
  /** `{since}` is replaced by the time. */
  short: z.string(),
  since: z.number().nullable(),
  /** `since`, or when this app first saw it: what the age is counted from, ms since 1970. */
  ageFrom: z.number(),
  age: z.enum(ageBuckets),
  lastGoodSync: lastGoodSync.omit({ why: true }),
  employees: z.number().nullable(),
  /** Other connectors of the same end user, and how many of them are cases too. */
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

/** Many connectors of one integration that broke together: one incident, not that many tickets. */
export const incidentGroup = z.object({
  integrationSlug: z.string(),
  /** ms since 1970: when the first and the last of them broke. */
  first: z.number(),
  last: z.number(),
  times: z.array(z.number()),
  /** Connectors of the integration, test connectors aside. */
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
  /** Connectors of the integration, test connectors aside. */
  total: z.number(),
  /** Oldest first; cases of one end user are together. */
  issues: z.array(issue)
})
export type IntegrationGroup = z.infer<typeof integrationGroup>

export const causeGroup = z.object({
  cause: issueCause,
  count: z.number(),
  /** What the group is about, and who acts. */
  words: z.string(),
  /** Of the cause `incident` only. */
  incidents: z.array(incidentGroup),
  integrations: z.array(integrationGroup)
})
export type CauseGroup = z.infer<typeof causeGroup>

/** Cases by age and by cause or integration: the header chart and its table. Combinations without a case are absent. */
export const chartCell = z.object({ age: z.enum(ageBuckets), of: z.string(), count: z.number() })
export type ChartCell = z.infer<typeof chartCell>

export const issueList = z.object({
  /** ms since 1970: the time the ages were counted at. */
  at: z.number(),
  groups: z.array(causeGroup),
  snoozed: z.array(issue),
  /** Test connectors with a case; never counted. */
  tests: z.array(issue),
  counts: z.object({
    issues: z.number(),
    snoozed: z.number(),
    /** Connectors that need no action: healthy, being linked, inactive. Test connectors are not among them. */
    fine: z.number(),
    tests: z.number(),
    connectors: z.number()
  }),
  byCause: z.array(chartCell),
  byIntegration: z.array(chartCell)
})
export type IssueList = z.infer<typeof issueList>
