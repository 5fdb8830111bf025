import { z } from 'zod'
import { nameText } from '../own-name'
import { region } from '../workspaces/region'

/** What part of the app asked. */
export const asker = z.enum([
  'workspace',
  'connectors',
  'passthrough',
  'mappings',
  'collections',
  'webhooks',
  'practice'
])
export type Asker = z.infer<typeof asker>

/** For how many days requests are kept, unless the organization says otherwise. */
export const keptDays = { reads: 30, writes: 400 } as const

/**
 * One request as it ended, secrets masked by value. No bodies, no headers; of a query only the names. Of a colleague's change
 * only who made it where and when, what it was, and its outcome are known: the rest is 0, empty or null, its id negative.
 */
export const loggedCall = z.object({
  id: z.number(),
  /** ms since 1970, when it was asked for. */
  at: z.number(),
  workspaceId: nameText,
  region,
  asker,
  /** As HTTP has it. */
  method: nameText,
  path: z.string(),
  /** Names of the parameters sent, comma-separated. */
  query: z.string(),
  /** null where no answer came; `error` says why. */
  status: z.number().nullable(),
  error: nameText.nullable(),
  tries: z.number(),
  /** ms, waits included. */
  durationMs: z.number(),
  waitedMs: z.number(),
  /** Answers of 429 among the tries. */
  limited: z.number(),
  bytes: z.number(),
  requestId: z.string().nullable(),
  /** It may have changed something at the service or behind it. Kept for `keptDays.writes`. */
  mutation: z.boolean(),
  /** It asked whether something is offered, or learned that it is not: the refusal is an answer, not a failure. */
  probe: z.boolean(),
  /** What it was about, in the operator's words: "Delete connector Acme (HRIS), Default"; empty where the path says all. */
  subject: z.string(),
  /** What was forwarded, as "DELETE /employees/17"; empty where nothing was. */
  forwarded: z.string(),
  /** `<category>:<id>` of the one connector it was about; empty where it was about none, or several. */
  connectorKey: nameText,
  /** The id of the fetch, refresh or send it was part of; empty where it was a call of its own. */
  partOf: nameText,
  /** Who made a change, as the audit record has it; empty for a read, and where an earlier version kept it. */
  operator: z.string(),
  /** The computer from which a colleague made a change; null for what this one did. */
  desk: z.string().nullable()
})
export type ActivityCall = z.infer<typeof loggedCall>

/** How a colleague's change ended. */
export const callEnd = loggedCall.pick({ id: true, status: true, error: true })
export type CallEnd = z.infer<typeof callEnd>

/** Where a list ends, so that the next one goes on below: the time (ms since 1970) and the id of its last call. */
export const callMark = z.strictObject({ at: z.number(), id: z.number() })
export type CallMark = z.infer<typeof callMark>

/** Calls that were part of one fetch or refresh, as far as the filters let them through. */
export const callGroup = z.object({
  partOf: nameText,
  calls: z.number(),
  /** ms since 1970: when the first was asked for. */
  since: z.number(),
  /** Without an answer, or with one that is a failure. */
  failed: z.number(),
  tries: z.number(),
  limited: z.number(),
  /** ms, summed over the calls. */
  waitedMs: z.number(),
  durationMs: z.number(),
  bytes: z.number()
})
export type CallGroup = z.infer<typeof callGroup>

/** A workspace whose mutations are kept, present or removed. */
export const recordedWorkspace = z.object({
  workspaceId: nameText,
  /** Its name when it was removed; null where that was not recorded, and for one that is present. */
  name: z.string().nullable(),
  /** ms since 1970, of its latest mutation. */
  lastAt: z.number()
})
export type RecordedWorkspace = z.infer<typeof recordedWorkspace>

export const callFilters = z.object({
  /** Words that all occur in method, path, query, subject, forwarded, request id, status, error, or a colleague's name and computer. */
  text: z.string().max(1_000).optional(),
  region: region.optional(),
  asker: asker.optional(),
  outcome: z.enum(['ok', 'limited', 'refused', 'failed', 'unanswered']).optional(),
  mutationsOnly: z.boolean().optional(),
  /** Leaves out reads that only asked whether the service offers something. */
  withoutChecks: z.boolean().optional(),
  /** What this computer asked, or what colleagues changed from theirs. */
  whose: z.enum(['mine', 'team']).optional(),
  /** ms since 1970. */
  since: z.number().optional(),
  until: z.number().optional()
})
export type CallFilters = z.infer<typeof callFilters>

/** A span of time in a chart. */
export const callBucket = z.object({
  /** ms since 1970, where it begins. */
  at: z.number(),
  calls: z.number(),
  limited: z.number(),
  failed: z.number(),
  /** ms without waits; null where nothing was answered. */
  median: z.number().nullable(),
  p95: z.number().nullable()
})
export type CallBucket = z.infer<typeof callBucket>

/** How many calls of one kind ended alike on one day. */
export interface CallSum {
  /** As 2026-03-10, UTC. */
  day: string
  asker: Asker
  mutation: boolean
  outcome: NonNullable<CallFilters['outcome']>
  calls: number
  tries: number
}
