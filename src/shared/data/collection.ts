import { z } from 'zod'
import { nameText, ownName } from '../own-name'
import { appErrorShape } from '../errors'
import { region } from '../workspaces/region'
import { quiet, wait } from '../connectors/refresh'

/** What a walk asks for: frozen when it begins (spec: Pagination rule 2). */
export const collectionRequest = z.object({
  /** Under `/api/`; checked in main. */
  path: z.string().max(2_000),
  /** `<category>:<id>` of the connector whose token goes with it; null where no token is needed. */
  connectorKey: ownName(z.string().max(20_000)).nullable(),
  /** Query parameters by name, as text; `page_size` and `cursor` are not among them. */
  params: z.record(z.string().max(200), z.string().max(20_000)),
  pageSize: z.number()
})
export type CollectionRequest = z.infer<typeof collectionRequest>

export const fetchState = z.enum(['walking', 'waiting', 'paused', 'done', 'failed', 'cancelled', 'interrupted'])
export type FetchState = z.infer<typeof fetchState>

export const exportFormat = z.enum(['ndjson', 'csv', 'json'])
export type ExportFormat = z.infer<typeof exportFormat>

/** A file a walk is written to, while it goes on. */
export const fetchExport = z.object({
  id: z.uuid(),
  format: exportFormat,
  /** The file as it will be called; until then it has `.part` behind its name. */
  file: z.string(),
  /** `cancelled`: the `.part` was removed. `failed`: it was left, and `error` says why. */
  state: z.enum(['writing', 'done', 'failed', 'cancelled']),
  rows: z.number(),
  bytes: z.number(),
  error: appErrorShape.nullable(),
  /** As "3 columns came after the first row was written and are not in it". */
  notices: z.array(z.string())
})
export type FetchExport = z.infer<typeof fetchExport>

/** The progress of a walk: sent a few times a second at most, and once at its end (`finishedAt` set). */
export const fetchProgress = z.object({
  fetchId: z.uuid(),
  workspaceId: nameText,
  region,
  request: collectionRequest,
  /** Of the connector, as the list had it; empty where there is none. */
  connectorName: z.string(),
  state: fetchState,
  /** It was cut off, and can go on with the page it was cut off at. */
  resumable: z.boolean(),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  pages: z.number(),
  items: z.number(),
  /** Items whose `id` came before: data moved during the walk. */
  repeated: z.number(),
  /** Items without an `id`, which cannot be distinguished. */
  withoutId: z.number(),
  /** Pages with fewer items than asked for, the last one not counted; and those with none. */
  shortPages: z.number(),
  emptyPages: z.number(),
  bytes: z.number(),
  /** Decoded bytes of the largest page: what makes the hint of a smaller page size. */
  largestPage: z.number(),
  /** Filters the records contradict: the service did not obey them. `items`: how many records do. */
  ignored: z.array(z.object({ name: z.string(), items: z.number() })),
  /** Tries beyond the first of each page. */
  retries: z.number(),
  waits: z.number(),
  waitedMs: z.number(),
  /** ms all in pauses. */
  pausedMs: z.number(),
  wait: wait.optional(),
  quiet: quiet.optional(),
  error: appErrorShape.nullable(),
  /** Flattened names of scalar and small values, in the order they first came; 300 at most. */
  columns: z.array(z.string()),
  moreColumns: z.boolean(),
  exports: z.array(fetchExport)
})
export type FetchProgress = z.infer<typeof fetchProgress>

/** A row as the grid draws it: one cell for each of the columns asked for. */
export const collectionRow = z.object({
  /** From 0, in the order of arrival. */
  index: z.number(),
  page: z.number(),
  id: z.string().nullable(),
  repeated: z.boolean(),
  /** Texts cut at 200 characters; null where the row has no such value, `null` (text) where it is null. */
  cells: z.array(z.string().nullable())
})
export type CollectionRow = z.infer<typeof collectionRow>

export const reconciliation = z.object({
  items: z.number(),
  distinctIds: z.number(),
  repeated: z.number(),
  withoutId: z.number(),
  /** Whether the walk reached its end: else everything here covers what came so far. */
  whole: z.boolean(),
  /** By frequency; null is a missing or null value. */
  byValue: z.array(z.object({ value: z.string().nullable(), count: z.number() })),
  /** Different values beyond those. */
  moreValues: z.number()
})
export type Reconciliation = z.infer<typeof reconciliation>

/** Ids of a list against those of a walk. */
export const idComparison = z.object({
  here: z.number(),
  there: z.number(),
  both: z.number(),
  /** In the list, not in the walk; 1,000 at most, the rest counted. */
  missingHere: z.array(z.string()),
  missingHereTotal: z.number(),
  missingThere: z.array(z.string()),
  missingThereTotal: z.number(),
  /** Lines of the list that were not ids: a heading, empty lines. */
  skipped: z.number()
})
export type IdComparison = z.infer<typeof idComparison>

/** A walk of an earlier run of the app: what it asked for and how it ended. Its rows are gone. */
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

/** One connector of a walk over several. */
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
