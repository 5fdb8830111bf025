import { z } from 'zod'
import { nameText } from '../own-name'
import { region } from '../workspaces/region'

export const asker = z.enum([
  'workspace',
  'connectors',
  'passthrough',
  'mappings',
  'collections',
  'webhooks',
  'status',
  'mail',
  'tickets',
  'practice',
  'outside',
  'alerts'
])
export type Asker = z.infer<typeof asker>

/** Days, unless the organization sets others. */
export const keptDays = { reads: 30, writes: 400 } as const

/** Of a change whose outcome was unknown, as an operator saw it afterwards. `unknown`: it could still not be seen. */
export const foundOutcome = z.enum(['done', 'not-done', 'unknown'])
export type FoundOutcome = z.infer<typeof foundOutcome>

/** Never changed: a later one corrects it. */
export const foundRecord = z.object({
  id: z.number(),
  outcome: foundOutcome,
  /** Empty for none; null if its key is locked or lost. */
  note: z.string().nullable(),
  operator: z.string(),
  /** ms since 1970. */
  foundAt: z.number()
})
export type FoundRecord = z.infer<typeof foundRecord>

/** Characters. */
export const longestFoundNote = 1_000

/**
 * Secrets are masked; no bodies, no headers, only names of a query. A colleague's change has a negative id; unknown
 * fields are 0, empty or null.
 */
export const loggedCall = z.object({
  id: z.number(),
  /** ms since 1970. */
  at: z.number(),
  workspaceId: nameText,
  region,
  asker,
  method: nameText,
  path: z.string(),
  /** Names of the parameters, comma-separated. */
  query: z.string(),
  /** null if no answer came; `error` says why. */
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
  /** It may have changed something at the service or the provider. */
  mutation: z.boolean(),
  /** A change that may have left, and whose answer does not say whether it was carried out; also while it runs. */
  unknown: z.boolean(),
  /** The latest that an operator found out about an unknown outcome. */
  found: foundOutcome.nullable(),
  /** A test of what the service offers: a refusal is no failure. */
  probe: z.boolean(),
  /** In the operator's words: "Delete connector Acme (HRIS), Default"; empty if the path says all. */
  subject: z.string(),
  /** As "DELETE /employees/17", or empty. */
  forwarded: z.string(),
  /** `<category>:<id>`; empty for none, or several. */
  connectorKey: nameText,
  /** Id of its fetch, refresh or send, or empty. */
  partOf: nameText,
  /** Empty for a read and for calls of earlier versions. */
  operator: z.string(),
  /** A colleague's computer; null for this one. */
  desk: z.string().nullable()
})
export type ActivityCall = z.infer<typeof loggedCall>

export const callEnd = loggedCall.pick({ id: true, status: true, error: true })
export type CallEnd = z.infer<typeof callEnd>

/** Where a list ends: time (ms since 1970) and id. */
export const callMark = z.strictObject({ at: z.number(), id: z.number() })
export type CallMark = z.infer<typeof callMark>

export const callGroup = z.object({
  partOf: nameText,
  calls: z.number(),
  /** ms since 1970, of the first request. */
  since: z.number(),
  failed: z.number(),
  tries: z.number(),
  limited: z.number(),
  /** ms, sum of the calls. */
  waitedMs: z.number(),
  durationMs: z.number(),
  bytes: z.number()
})
export type CallGroup = z.infer<typeof callGroup>

/** A workspace, present or removed. */
export const recordedWorkspace = z.object({
  workspaceId: nameText,
  /** Name at removal, if recorded; else null. */
  name: z.string().nullable(),
  lastAt: z.number()
})
export type RecordedWorkspace = z.infer<typeof recordedWorkspace>

export const callFilters = z.object({
  /** Words that must all occur in a call's texts. */
  text: z.string().max(1_000).optional(),
  region: region.optional(),
  asker: asker.optional(),
  outcome: z.enum(['ok', 'limited', 'refused', 'failed', 'unanswered']).optional(),
  mutationsOnly: z.boolean().optional(),
  withoutChecks: z.boolean().optional(),
  /** `team`: changes by colleagues. */
  whose: z.enum(['mine', 'team']).optional(),
  /** ms since 1970. */
  since: z.number().optional(),
  until: z.number().optional()
})
export type CallFilters = z.infer<typeof callFilters>

export const callBucket = z.object({
  at: z.number(),
  calls: z.number(),
  limited: z.number(),
  failed: z.number(),
  /** ms without waits; null if nothing was answered. */
  median: z.number().nullable(),
  p95: z.number().nullable()
})
export type CallBucket = z.infer<typeof callBucket>

export interface CallSum {
  /** As 2026-03-10, UTC. */
  day: string
  asker: Asker
  mutation: boolean
  outcome: NonNullable<CallFilters['outcome']>
  calls: number
  tries: number
}
