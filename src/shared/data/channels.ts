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

/** The state of a document (BETA), without its file. */
export const documentState = z.object({
  /** AVAILABLE, PENDING, UNSUPPORTED, FAILED, or a newer value; null if absent. */
  dataStatus: z.string().nullable(),
  /** Only its trace is left. */
  deleted: z.boolean(),
  /** Parsed data came along. */
  hasData: z.boolean()
})
export type DocumentState = z.infer<typeof documentState>

/** A fetch goes by the window's id and lives until it is closed or the app ends. */
export const dataChannels = {
  /**
   * Begins a fetch. `data:progress` reports it; the last event has `finishedAt`. `app:cancelJob` with its id ends it.
   * Errors before anything is sent: invalid-input with `fields` (`path`, `connectorKey`, `pageSize`, `params.<name>`),
   * no-token, those of finding the connector's token.
   */
  'data:start': {
    request: z.object({ requestId: fetchId, ...placeShape, request: collectionRequest }),
    response: fetchProgress
  },
  /** Pauses a fetch after its current page, or continues with the same cursor. Errors: not-found. */
  'data:pause': { request: z.object({ fetchId, paused: z.boolean() }), response: fetchProgress },
  /**
   * Continues a failed or cancelled fetch from its last cursor, which is in memory only. Errors: not-found; outdated if
   * it was not cut off.
   */
  'data:resume': { request: z.object({ fetchId }), response: fetchProgress },
  /** Drops a fetch and its rows; cancels a running one. */
  'data:close': { request: z.object({ fetchId }), response: z.void() },
  /** Fetches of this run, and what is kept of earlier runs, newest first. */
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
  /** A row, or the whole value of a `column`, as JSON; null if the row has no value. Errors: not-found. */
  'data:rowText': {
    request: z.object({ fetchId, index: z.int().min(0), column: column.nullable() }),
    response: z.object({ text: z.string().nullable() })
  },
  /** One record in the viewer; `passthrough:openResponse` and its readers take the id. */
  'data:openRecord': {
    request: z.object({ fetchId, index: z.int().min(0) }),
    response: z.object({ responseId: z.string(), summary: bodySummary })
  },
  /**
   * Writes past and coming rows to a file that the operator chooses; null if they chose none. `columns` are for CSV.
   * Errors: file-conflict for an unsafe place (a symlink).
   */
  'data:export': {
    request: z.object({ fetchId, format: exportFormat, columns: z.array(column).max(300) }),
    response: fetchExport.nullable()
  },
  'data:cancelExport': { request: z.object({ fetchId, exportId: z.uuid() }), response: z.void() },
  /** Shows an exported file in the file manager. Errors: not-found. */
  'data:showExport': { request: z.object({ fetchId, exportId: z.uuid() }), response: z.void() },
  /** `by`: a column whose values are counted. */
  'data:reconcile': {
    request: z.object({ fetchId, by: column.nullable() }),
    response: reconciliation
  },
  /** Compares with pasted ids, or with ids of a CSV or text file that the operator chooses; null if they chose none. */
  'data:compareIds': {
    request: z.object({ fetchId, pasted: z.string().max(20_000_000).nullable() }),
    response: idComparison.nullable()
  },
  /** The last comparison, complete, as CSV. */
  'data:exportIds': { request: z.object({ fetchId }), response: z.object({ file: z.string() }).nullable() },
  /** Shows that file in the file manager. Errors: not-found. */
  'data:showIds': { request: z.object({ fetchId }), response: z.void() },
  /** Counts one collection over several connectors, with one queue per token. Cancelled as a job. */
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
   * Waits for the end of the running sync, or of the next one. The record's first state and earlier `connector_synced`
   * deliveries do not count. `data:syncWait` reports the state. Cancelled as a job. Errors: sync-failed; not-found;
   * timeout after `withinMinutes`.
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
   * Reads one record by its id and opens it in the viewer. `path` is the collection's; the connector's token goes along
   * if the collection needs it. Cancelled as a job. Errors: unsupported if records have no address by id, no-record for
   * an unknown id, no-token, those of a call.
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
   * Writes a document to a file that the operator chooses; null if they chose none. The window never sees the file's
   * signed address. `data:downloading` reports. Cancelled as a job, which leaves no file. Errors: those of reading it,
   * no-file, too-large, file-conflict, file-refused, disk-full.
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
    /** True while a sync runs; false before the next one. */
    begun: z.boolean(),
    looks: z.number(),
    /** ms since 1970. */
    nextLookAt: z.number()
  }),
  /** `size`: bytes of the whole file, if known. */
  'data:downloading': z.object({ requestId: fetchId, bytes: z.number(), size: z.number().nullable() })
} as const
