import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import {
  fetchExport,
  fetchProgress,
  collectionRequest,
  collectionRow,
  exportFormat,
  idComparison,
  manyPart,
  pastFetch,
  reconciliation
} from './collection'
import { bodySummary } from '../viewer/windows'

const fetchId = z.uuid()
const column = z.string().max(2_000)

const connectorKey = z.string().max(20_000)
const id = z.string().min(1).max(500)

/** A document's state (BETA), without its file. */
export const documentState = z.object({
  /** AVAILABLE, PENDING, UNSUPPORTED, FAILED, or a newer value; null if absent. */
  dataStatus: z.string().nullable(),
  /** Only its trace is left. */
  deleted: z.boolean(),
  hasData: z.boolean()
})
export type DocumentState = z.infer<typeof documentState>

/** A fetch has the window's id and lives until closed. */
export const dataChannels = {
  /**
   * `data:progress` reports; the last event has `finishedAt`. `app:cancelJob` ends it. Errors before anything is sent:
   * invalid-input with `fields` (`path`, `connectorKey`, `pageSize`, `params.<name>`), no-token, those of finding the
   * token.
   */
  'data:start': {
    request: z.object({ requestId: fetchId, ...placeShape, request: collectionRequest }),
    response: fetchProgress
  },
  /** After its current page. Errors: not-found. */
  'data:pause': { request: z.object({ fetchId, paused: z.boolean() }), response: fetchProgress },
  /** From the last cursor, which is in memory only. Errors: not-found; outdated if it was not cut off. */
  'data:resume': { request: z.object({ fetchId }), response: fetchProgress },
  /** Cancels a running one. */
  'data:close': { request: z.object({ fetchId }), response: z.void() },
  /** Of this run, and kept ones of earlier runs, newest first. */
  'data:list': {
    request: z.object(placeShape),
    response: z.object({ open: z.array(fetchProgress), past: z.array(pastFetch) })
  },
  'data:forgetPast': { request: z.object({ fetchId }), response: z.void() },
  /** Errors: not-found for a closed fetch. */
  'data:rows': {
    request: z.object({
      fetchId,
      from: z.int().min(0),
      count: z.int().min(1).max(500),
      columns: z.array(column).max(300)
    }),
    response: z.object({ total: z.number(), rows: z.array(collectionRow) })
  },
  /** A row, or a `column` of it, as JSON; null if absent. Errors: not-found. */
  'data:rowText': {
    request: z.object({ fetchId, index: z.int().min(0), column: column.nullable() }),
    response: z.object({ text: z.string().nullable() })
  },
  /** `passthrough:openResponse` and its readers take the id. */
  'data:openRecord': {
    request: z.object({ fetchId, index: z.int().min(0) }),
    response: z.object({ responseId: z.string(), summary: bodySummary })
  },
  /**
   * Past and coming rows; null: no file chosen. `columns` are for CSV. Errors: file-conflict for an unsafe place (a
   * symlink).
   */
  'data:export': {
    request: z.object({ fetchId, format: exportFormat, columns: z.array(column).max(300) }),
    response: fetchExport.nullable()
  },
  'data:cancelExport': { request: z.object({ fetchId, exportId: z.uuid() }), response: z.void() },
  /** `by`: a column whose values are counted. */
  'data:reconcile': {
    request: z.object({ fetchId, by: column.nullable() }),
    response: reconciliation
  },
  /** With pasted ids, or a CSV or text file; null: none chosen. */
  'data:compareIds': {
    request: z.object({ fetchId, pasted: z.string().max(20_000_000).nullable() }),
    response: idComparison.nullable()
  },
  'data:exportIds': { request: z.object({ fetchId }), response: z.object({ file: z.string() }).nullable() },
  /** One queue per token. Cancelled as a job. */
  'data:countMany': {
    request: z.object({
      requestId: fetchId,
      ...placeShape,
      request: collectionRequest.omit({ connectorKey: true }),
      keys: z.array(z.string().max(20_000)).min(1).max(500)
    }),
    response: z.object({ parts: z.array(manyPart) })
  },
  /**
   * Waits for the end of the running or next sync. The record's first state and earlier `connector_synced` deliveries
   * do not count. `data:syncWait` reports. Cancelled as a job. Errors: sync-failed; not-found; timeout after
   * `withinMinutes`.
   */
  'data:awaitSync': {
    request: z.object({
      requestId: fetchId,
      ...placeShape,
      key: z.string().max(20_000),
      withinMinutes: z.int().min(1).max(720)
    }),
    response: z.object({ how: z.enum(['status', 'delivery']), at: z.number() })
  },

  /**
   * `path`: the collection's; the connector's token goes along if needed. Cancelled as a job. Errors: unsupported
   * without reads by id, no-record for an unknown id, no-token, those of a call.
   */
  'data:readRecord': {
    request: z.object({
      requestId: fetchId,
      ...placeShape,
      connectorKey: connectorKey.nullable(),
      path: z.string().max(2_000),
      id
    }),
    response: z.object({ responseId: z.string(), summary: bodySummary, document: documentState.nullable() })
  },
  /**
   * null: no file chosen. The window never sees the file's signed address. `data:downloading` reports. Cancelled as a
   * job, which leaves no file. Errors: those of reading it, no-file, too-large, file-conflict, file-refused, disk-full.
   */
  'data:downloadDocument': {
    request: z.object({ requestId: fetchId, ...placeShape, connectorKey, id }),
    response: z.object({ file: z.string(), bytes: z.number() }).nullable()
  }
} as const

export const dataEvents = {
  'data:progress': fetchProgress,
  'data:manyProgress': z.object({ requestId: fetchId, parts: z.array(manyPart) }),
  'data:syncWait': z.object({
    requestId: fetchId,
    /** From the record; null if absent. */
    syncStatus: z.string().nullable(),
    syncProgress: z.number().nullable(),
    /** False before the next sync. */
    begun: z.boolean(),
    looks: z.number(),
    /** ms since 1970. */
    nextLookAt: z.number()
  }),
  /** `size`: bytes, if known. */
  'data:downloading': z.object({ requestId: fetchId, bytes: z.number(), size: z.number().nullable() })
} as const
