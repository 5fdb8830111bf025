import { z } from 'zod'
import { errorCodes } from '../errors'
import { nameText } from '../own-name'
import { region } from '../workspaces/region'
import { chosenConnector, passthroughDraft, passthroughMethod, variable } from './passthrough'
import { outcome, providerError } from './result'

/** Connectors of one run. */
export const mostAsked = 5_000
export const mostColumns = 12
export const longestColumn = 2_000

/** What an answer gives in a column of the table. */
export const manyColumn = z.object({
  id: z.uuid(),
  name: z.string().max(120),
  /** JMESPath over the answer. */
  expression: z.string().max(longestColumn)
})
export type ManyColumn = z.infer<typeof manyColumn>

/** Requests at once. */
export const pace = z.object({ perProvider: z.int().min(1).max(4), all: z.int().min(1).max(8) })
export type Pace = z.infer<typeof pace>
export const usualPace: Pace = { perProvider: 2, all: 8 }

/** One request of a run. Its place is its position in the list, from 0. */
export const manyAsked = z.object({
  connector: chosenConnector,
  /** Of a CSV file: its line, from 1 without the head, and its columns as variables. */
  row: z.object({ line: z.int(), values: z.array(variable).max(100) }).optional()
})
export type ManyAsked = z.infer<typeof manyAsked>

export const manySetup = z.object({
  workspaceId: z.uuid(),
  region,
  name: z.string().max(200),
  /** A GET, HEAD or OPTIONS without a body. Its connector is ignored. */
  draft: passthroughDraft,
  asked: z.array(manyAsked).min(1).max(mostAsked),
  columns: z.array(manyColumn).max(mostColumns),
  pace
})
export type ManySetup = z.infer<typeof manySetup>

const place = z.int().min(0)

/** What a run would do. Nothing leaves. */
export const manyPlan = z.object({
  /** Of the request itself, such as a method that may change data: nothing can be asked. */
  problems: z.array(z.object({ field: nameText, message: z.string() })),
  /** Of single connectors: `no-token`: none in this session and none pinned; `problem`: the request cannot be made. */
  leftOut: z.array(z.object({ place, why: z.enum(['no-token', 'problem']), message: z.string() })),
  /** Of connectors whose token's limit is known. `resetAt`: ms since 1970. */
  limits: z.array(z.object({ place, left: z.number(), limit: z.number(), resetAt: z.number() })),
  /** Used in the request: for how many of the connectors they are known, and the first values. */
  variables: z.array(z.object({ name: z.string(), known: z.number(), values: z.array(z.string()) })),
  /** ms, by the last answers of each provider, and the rests of tokens with nothing left. */
  takesMs: z.number(),
  /** The usual time of one answer, ms. */
  answerMs: z.number()
})
export type ManyPlan = z.infer<typeof manyPlan>

/** `number`: for sorting. `problem`: the expression failed, and `text` says why. Cut to 200 characters. */
export const columnValue = z.object({ text: z.string(), number: z.number().nullable(), problem: z.boolean() })
export type ColumnValue = z.infer<typeof columnValue>

export const manyAnswer = z.object({
  place,
  /** In the history: `passthrough:openEntry` and `passthrough:openBody` take it. */
  id: z.uuid(),
  /** ms since 1970 */
  at: z.number(),
  outcome,
  status: z.number().nullable(),
  /** A failure that the provider's body reports. */
  providerError: providerError.nullable(),
  /** Of the last try. */
  ms: z.number(),
  bytes: z.number(),
  /** False: it broke off, or is longer than the app reads for many. */
  complete: z.boolean(),
  /** `page`: a web page. `broken`: it begins as JSON. */
  content: z.enum(['json', 'broken', 'page', 'xml', 'other', 'none']),
  /** Key of its structure; null if it is not JSON. */
  shape: nameText.nullable(),
  /** In the order of the columns. Empty if nothing can be computed. */
  values: z.array(columnValue),
  checks: z.object({ passed: z.number(), of: z.number() }).nullable(),
  /** Why it failed, without a status of the provider. */
  error: z.object({ code: z.enum(errorCodes), message: z.string() }).nullable()
})
export type ManyAnswer = z.infer<typeof manyAnswer>

/** A structure: places and types, in order. Lists are `[]`, maps with very many keys `{}`. */
export const manyShape = z.object({ key: nameText, fields: z.array(z.tuple([z.string(), z.string()])) })
export type ManyShape = z.infer<typeof manyShape>

/**
 * `pausing`: requests on their way still answer. `paused`: by the operator. `stopped`: by *Stop*, a lock, the end of the
 * app, or `why`. Both can go on.
 */
export const manyState = z.enum(['running', 'pausing', 'paused', 'stopped', 'done'])
export type ManyState = z.infer<typeof manyState>

export const manyHead = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  region,
  name: z.string(),
  method: passthroughMethod,
  path: z.string(),
  /** How many are asked, and how many answered, in whatever way. */
  asked: z.number(),
  answered: z.number(),
  /** ms since 1970 */
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  state: manyState,
  /** Why it stopped by itself; empty otherwise. */
  why: z.string()
})
export type ManyHead = z.infer<typeof manyHead>

/** A run with the last answer of each place. */
export const manyRun = z.object({
  head: manyHead,
  setup: manySetup,
  answers: z.array(manyAnswer),
  shapes: z.array(manyShape)
})
export type ManyRun = z.infer<typeof manyRun>

/** What is new since the last one. */
export const manyProgress = z.object({
  head: manyHead,
  answers: z.array(manyAnswer),
  shapes: z.array(manyShape),
  /** All that are on their way, and all that wait for their token until then (ms since 1970). */
  asking: z.array(place),
  resting: z.array(z.object({ place, until: z.number() })),
  /** Integrations whose provider answered 429: nothing is asked there until then. */
  providers: z.array(z.object({ integration: z.string(), until: z.number() }))
})
export type ManyProgress = z.infer<typeof manyProgress>

/**
 * Rows of a CSV file; their lines count from 1 without the head and empty lines. `columns`: as named in its head.
 */
export const csvRows = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** Of each row. */
  lines: z.array(z.number()),
  /** With another number of cells than the head: their lines. */
  skipped: z.array(z.number())
})
export type CsvRows = z.infer<typeof csvRows>
