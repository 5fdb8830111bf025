import { z } from 'zod'
import { ageBuckets } from './age'
import { category } from '../connectors/category'
import { requestWay } from './relink/relink'
import { tag } from './tag'
import { issueCause, lastGoodSync, type IssueCause } from './diagnosis'
import { mappingIssue } from '../mappings/mapping-issue'
import { webhookIssue } from '../webhooks/webhook-issue'

/** Seen by the app, or done on any desk. */
export const issueEventKind = z.enum([
  'opened',
  'owner-changed',
  'noted',
  'snoozed',
  'unsnoozed',
  'woke',
  'tagged',
  'untagged',
  'requested',
  'unrequested',
  'recovered',
  'became',
  'gone'
])
export type IssueEventKind = z.infer<typeof issueEventKind>

export const issueEvent = z.object({
  /** ms since 1970 */
  at: z.number(),
  kind: issueEventKind,
  /** Owner, tag, cause, what a snooze waits for or its end (ms), why it woke, way of a relink request, or a shared note; else null. */
  detail: z.string().nullable(),
  /** null on this desk. */
  operator: z.string().nullable()
})
export type IssueEvent = z.infer<typeof issueEvent>

/** The requests that were not taken back, in their order: each taking back is about the writer's latest. */
export function standingRequests<E extends Pick<IssueEvent, 'kind' | 'operator'>>(events: readonly E[]): E[] {
  const standing: E[] = []
  for (const one of events) {
    if (one.kind === 'requested') standing.push(one)
    const at = one.kind === 'unrequested' ? standing.findLastIndex(({ operator }) => operator === one.operator) : -1
    if (at !== -1) standing.splice(at, 1)
  }
  return standing
}

/** The customer has to relink, or may after the possible outage. */
export const asksToRelink = (cause: IssueCause): boolean => cause === 'relink' || cause === 'incident'

/**
 * What a snooze waits for, beside its longest time. `fails`: a newer failed sync or credential rejection; `ten-more`: ten
 * other connectors of the integration began to fail; `provider`: its status page shows no open incident any more;
 * `connects`: the customer connected.
 */
export const wakeWhen = z.enum(['fails', 'ten-more', 'provider', 'connects'])
export type WakeWhen = z.infer<typeof wakeWhen>

/** `longest`: what it waited for did not come in the longest time. */
export const wokeWhy = z.enum([...wakeWhen.options, 'longest'])
export type WokeWhy = z.infer<typeof wokeWhy>

/** After this time a snooze that waits for something ends anyway, ms. */
export const longestSleep = 30 * 86_400_000

/** Characters. */
export const issueLimits = { owner: 200, note: 20_000 } as const

/** One episode of one cause. It closes by itself and is kept. */
export const issueRecord = z.object({
  id: z.number(),
  key: z.string(),
  cause: issueCause,
  openedAt: z.number(),
  closedAt: z.number().nullable(),
  owner: z.string(),
  note: z.string(),
  snoozedUntil: z.number().nullable(),
  tags: z.array(z.string()),
  events: z.array(issueEvent)
})
export type IssueRecord = z.infer<typeof issueRecord>

/**
 * The open issue, and those it followed while the customer did not relink, newest first. Empty without an open one.
 * @param issues of one connector, newest first
 */
export function presentBreak(issues: readonly IssueRecord[]): IssueRecord[] {
  const from = issues.findIndex(({ closedAt }) => closedAt === null)
  if (from === -1) return []
  const chain = issues.slice(from)
  const first = chain.findIndex(({ cause, events }, at) => {
    const before = chain[at + 1]
    const followed = events.some(({ kind, detail }) => kind === 'opened' && detail !== null)
    // From a relink to anything else the customer connected. A colleague's desk may know of the relink sooner.
    return !before || !followed || (asksToRelink(before.cause) && !asksToRelink(cause))
  })
  return chain.slice(0, first + 1)
}

/** The standing requests of the present break. @param issues as of `presentBreak` */
export const presentRequests = (issues: readonly IssueRecord[]): IssueEvent[] =>
  standingRequests(
    presentBreak(issues)
      .toReversed()
      .flatMap(({ events }) => events)
  )

/** An absent field stays. `snoozedUntil: null` ends the snooze, and a new one waits only for what it says. */
export const issueChange = z.object({
  owner: z.string().max(issueLimits.owner).optional(),
  note: z.string().max(issueLimits.note).optional(),
  /** A line below the note. */
  appended: z.string().min(1).max(issueLimits.note).optional(),
  snoozedUntil: z.number().nullable().optional(),
  /** Only with `snoozedUntil`, which is then at most `longestSleep` away. */
  wakes: wakeWhen.optional(),
  tagged: tag.optional(),
  untagged: tag.optional(),
  requested: requestWay.optional(),
  /** Takes back this desk's latest request, if it is the one of this time (ms since 1970). */
  unrequested: z.number().optional()
})
export type IssueChange = z.infer<typeof issueChange>

/** A time that does not count for a due time, ms since 1970. null: it lasts. */
export const pause = z.object({ from: z.number(), to: z.number().nullable() })
export type Pause = z.infer<typeof pause>

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
  /** ms since 1970: `since`, or the first refresh that saw it. */
  ageFrom: z.number(),
  age: z.enum(ageBuckets),
  lastGoodSync: lastGoodSync.omit({ why: true }),
  employees: z.number().nullable(),
  /** Other connectors of the customer, and those with issues. */
  others: z.number(),
  othersTroubled: z.number(),
  owner: z.string(),
  hasNote: z.boolean(),
  snoozedUntil: z.number().nullable(),
  /** Absent: only for `snoozedUntil`. */
  wakes: wakeWhen.optional(),
  tags: z.array(z.string()),
  /** ms since 1970. */
  requestedAt: z.number().nullable(),
  /** When it waited for the customer, oldest first. Absent: never. */
  waits: z.array(pause).optional()
})
export type Issue = z.infer<typeof issue>

/** Connectors of one integration that broke together: one ticket, not many. */
const outageGroupOf = <T extends z.ZodType>(issues: T) =>
  z.object({
    integrationSlug: z.string(),
    /** ms since 1970, of the first and last break. */
    first: z.number(),
    last: z.number(),
    times: z.array(z.number()),
    /** Without test connectors. */
    total: z.number(),
    stillRun: z.number(),
    employees: z.number(),
    endUsers: z.number(),
    title: z.string(),
    words: z.string(),
    issues
  })

const integrationGroupOf = <T extends z.ZodType>(issues: T) =>
  z.object({
    integrationSlug: z.string(),
    /** Without test connectors. */
    total: z.number(),
    /** Oldest first; issues of one customer stay together. */
    issues
  })

const causeGroupOf = <T extends z.ZodType>(issues: T) =>
  z.object({
    cause: issueCause,
    count: z.number(),
    words: z.string(),
    /** Only for the cause `incident`. */
    incidents: z.array(outageGroupOf(issues)),
    integrations: z.array(integrationGroupOf(issues))
  })

/** Zero counts are left out. */
export const chartCell = z.object({ age: z.enum(ageBuckets), of: z.string(), count: z.number() })
export type ChartCell = z.infer<typeof chartCell>

/** @param issues how a list of issues is told */
const issueListOf = <T extends z.ZodType>(issues: T) =>
  z.object({
    /** ms since 1970, of the ages. */
    at: z.number(),
    groups: z.array(causeGroupOf(issues)),
    snoozed: issues,
    /** Never counted. */
    tests: issues,
    counts: z.object({
      issues: z.number(),
      snoozed: z.number(),
      /** Connectors that need no action, without test connectors. */
      fine: z.number(),
      tests: z.number(),
      connectors: z.number()
    }),
    byCause: z.array(chartCell),
    byIntegration: z.array(chartCell),
    /** Open ones, also snoozed, and those that closed in the last day. In none of the counts: they are no connectors. */
    webhooks: z.array(webhookIssue).default([]),
    mappings: z.array(mappingIssue).default([]),
    /** Integrations whose provider’s status page shows an open incident. */
    providersDown: z.array(z.string()).default([])
  })

/** With this in the place of each list of issues. */
export type ListOf<T> = z.infer<ReturnType<typeof issueListOf<z.ZodType<T>>>>

export const issueList = issueListOf(z.array(issue))
export type IssueList = z.infer<typeof issueList>
export type CauseGroup = IssueList['groups'][number]
export type OutageGroup = CauseGroup['incidents'][number]
export type IntegrationGroup = CauseGroup['integrations'][number]

/** Places of issues that follow each other: the first, and how many. */
const places = z.array(z.tuple([z.number(), z.number()]))
export type Places = z.infer<typeof places>

/** Of a list that the window has. */
export const issuesVersion = z.string().max(100)

/** A list of issues without what the window has of an earlier one: see `ToldIssues`. */
export const issueNews = z.object({
  version: issuesVersion,
  /** The version whose issues it continues: theirs are the first places. null: it begins anew. */
  since: issuesVersion.nullable(),
  /** JSON of the issues that follow; main passes it on unread. */
  page: z.string(),
  /** How many more pages they have. */
  more: z.number(),
  list: issueListOf(places)
})
export type IssueNews = z.infer<typeof issueNews>
