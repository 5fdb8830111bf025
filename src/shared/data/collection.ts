import { z } from 'zod'
import { nameText, ownName } from '../own-name'
import { appErrorShape } from '../errors'
import { region } from '../workspaces/region'
import { quiet, wait } from '../connectors/refresh'

/** Frozen at the start: a cursor is valid only for the same parameters. */
export const collectionRequest = z.object({
  /** Under `/api/`; main checks it. */
  path: z.string().max(2_000),
  /** `<category>:<id>`; null if no token is needed. */
  connectorKey: ownName(z.string().max(20_000)).nullable(),
  /** Without `page_size` and `cursor`. */
  params: z.record(z.string().max(200), z.string().max(20_000)),
  pageSize: z.number()
})
export type CollectionRequest = z.infer<typeof collectionRequest>

export const fetchState = z.enum(['walking', 'waiting', 'paused', 'done', 'failed', 'cancelled', 'interrupted'])
export type FetchState = z.infer<typeof fetchState>

export const exportFormat = z.enum(['ndjson', 'csv', 'json'])
export type ExportFormat = z.infer<typeof exportFormat>

export const fetchExport = z.object({
  id: z.uuid(),
  format: exportFormat,
  /** Final name; until the end with the suffix `.part`. */
  file: z.string(),
  /** `cancelled`: the `.part` was removed. `failed`: it was left; `error` says why. */
  state: z.enum(['writing', 'done', 'failed', 'cancelled']),
  rows: z.number(),
  bytes: z.number(),
  error: appErrorShape.nullable(),
  /** As "3 columns came after the first row was written and are not in it". */
  notices: z.array(z.string())
})
export type FetchExport = z.infer<typeof fetchExport>

/** A few times a second at most, and at the end (`finishedAt` set). */
export const fetchProgress = z.object({
  fetchId: z.uuid(),
  workspaceId: nameText,
  region,
  request: collectionRequest,
  /** Empty if there is none. */
  connectorName: z.string(),
  state: fetchState,
  /** It was cut off and can continue with the same page. */
  resumable: z.boolean(),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  pages: z.number(),
  items: z.number(),
  /** Items whose `id` came before. */
  repeated: z.number(),
  /** Items without an `id` cannot be told apart. */
  withoutId: z.number(),
  /** Short pages, except the last; and empty ones. */
  shortPages: z.number(),
  emptyPages: z.number(),
  bytes: z.number(),
  /** Decoded bytes, for the hint of a smaller page size. */
  largestPage: z.number(),
  /** The service ignored these filters: `items` records contradict them. */
  ignored: z.array(z.object({ name: z.string(), items: z.number() })),
  /** Tries beyond the first of each page. */
  retries: z.number(),
  waits: z.number(),
  waitedMs: z.number(),
  /** ms. */
  pausedMs: z.number(),
  wait: wait.optional(),
  quiet: quiet.optional(),
  error: appErrorShape.nullable(),
  /** Flattened, in order of arrival; at most 300. */
  columns: z.array(z.string()),
  moreColumns: z.boolean(),
  exports: z.array(fetchExport)
})
export type FetchProgress = z.infer<typeof fetchProgress>

/** One cell per requested column. */
export const collectionRow = z.object({
  /** From 0, in order of arrival. */
  index: z.number(),
  page: z.number(),
  id: z.string().nullable(),
  repeated: z.boolean(),
  /** Texts cut at 200 characters; null: no such value; the text `null`: the value null. */
  cells: z.array(z.string().nullable())
})
export type CollectionRow = z.infer<typeof collectionRow>

export const reconciliation = z.object({
  items: z.number(),
  distinctIds: z.number(),
  repeated: z.number(),
  withoutId: z.number(),
  /** False: the numbers cover only what came. */
  whole: z.boolean(),
  /** By frequency; null is a missing or null value. */
  byValue: z.array(z.object({ value: z.string().nullable(), count: z.number() })),
  /** Further different values. */
  moreValues: z.number()
})
export type Reconciliation = z.infer<typeof reconciliation>

export const idComparison = z.object({
  here: z.number(),
  there: z.number(),
  both: z.number(),
  /** At most 1,000, the rest counted. */
  missingHere: z.array(z.string()),
  missingHereTotal: z.number(),
  missingThere: z.array(z.string()),
  missingThereTotal: z.number(),
  /** Lines without an id: a heading, empty lines. */
  skipped: z.number()
})
export type IdComparison = z.infer<typeof idComparison>

/** Of an earlier run. Its rows are gone. */
export const pastFetch = z.object({
  fetchId: z.uuid(),
  workspaceId: nameText,
  region,
  request: collectionRequest,
  connectorName: z.string(),
  state: fetchState,
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  pages: z.number(),
  items: z.number()
})
export type PastFetch = z.infer<typeof pastFetch>

export const manyPart = z.object({
  key: nameText,
  state: fetchState,
  pages: z.number(),
  items: z.number(),
  repeated: z.number(),
  wait: wait.optional(),
  quiet: quiet.optional(),
  error: appErrorShape.nullable()
})
export type ManyPart = z.infer<typeof manyPart>
