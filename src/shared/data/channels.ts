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

/** What the service says of a document beside its fields (BETA); the file has its own place. */
export const documentState = z.object({
  /** AVAILABLE, PENDING, UNSUPPORTED, FAILED, or a value that came later; null where it is not told. */
  dataStatus: z.string().nullable(),
  /** Only its trace is left. */
  deleted: z.boolean(),
  /** Whether parsed data came along. */
  hasData: z.boolean()
})
export type DocumentState = z.infer<typeof documentState>

/** A walk over a collection is made by the window's id and lives until it is closed or the app ends. */
export const dataChannels = {
  /**
   * Begins a walk, reported by `data:progress`, whose last event has `finishedAt` set. Ends with
   * `app:cancelJob` of the same id. Errors, before anything is sent: invalid-input with `fields` (`path`, `connectorKey`,
   * `pageSize`, `params.<name>`), no-token, and those of finding the connector's token.
   */
  'data:start': {
    request: z.object({ requestId: fetchId, ...placeShape, request: collectionRequest }),
    response: fetchProgress
  },
  /** Holds a walk after the page it is on, and lets it go on with the same cursor. Errors: not-found. */
  'data:pause': { request: z.object({ fetchId, paused: z.boolean() }), response: fetchProgress },
  /**
   * Lets a walk that failed or was cancelled go on with its last cursor, which is in memory only. Reports like one that
   * was started. Errors: not-found; outdated where it was not cut off.
   */
  'data:resume': { request: z.object({ fetchId }), response: fetchProgress },
  /** Drops a walk and its rows; a running one is cancelled. */
  'data:close': { request: z.object({ fetchId }), response: z.void() },
  /** Walks of this run in the place, and what is remembered of earlier runs, newest first. */
  'data:list': {
    request: z.object(placeShape),
    response: z.object({ open: z.array(fetchProgress), past: z.array(pastFetch) })
  },
  'data:forgetPast': { request: z.object({ fetchId }), response: z.void() },
  /** Errors: not-found for a walk that was closed. */
  'data:rows': {
    request: z.object({
      fetchId,
      from: z.int().min(0),
      count: z.int().min(1).max(500),
      columns: z.array(column).max(300)
    }),
    response: z.object({ total: z.number(), rows: z.array(collectionRow) })
  },
  /** One row as JSON text; of a `column` its whole value, null where the row has none. Errors: not-found. */
  'data:rowText': {
    request: z.object({ fetchId, index: z.int().min(0), column: column.nullable() }),
    response: z.object({ text: z.string().nullable() })
  },
  /** One record in the viewer: the id is one for `passthrough:openResponse` and its readers. */
  'data:openRecord': {
    request: z.object({ fetchId, index: z.int().min(0) }),
    response: z.object({ responseId: z.string(), summary: bodySummary })
  },
  /**
   * Asks for a file and writes the walk to it: what came, and what comes. null where the operator changed their mind.
   * `columns` are of CSV. Errors: file-conflict for a place that must not be written to (a symlink).
   */
  'data:export': {
    request: z.object({ fetchId, format: exportFormat, columns: z.array(column).max(300) }),
    response: fetchExport.nullable()
  },
  'data:cancelExport': { request: z.object({ fetchId, exportId: z.uuid() }), response: z.void() },
  /** Shows the file of an export that is done in the system's file manager. Errors: not-found where it is not there. */
  'data:showExport': { request: z.object({ fetchId, exportId: z.uuid() }), response: z.void() },
  /** `by`: a column whose values are counted. */
  'data:reconcile': {
    request: z.object({ fetchId, by: column.nullable() }),
    response: reconciliation
  },
  /** Against a CSV or text file of ids the operator chooses (null: they changed their mind), or those pasted. */
  'data:compareIds': {
    request: z.object({ fetchId, pasted: z.string().max(20_000_000).nullable() }),
    response: idComparison.nullable()
  },
  /** The whole answer of the comparison before, as CSV. */
  'data:exportIds': { request: z.object({ fetchId }), response: z.object({ file: z.string() }).nullable() },
  /** Shows that file in the system's file manager. Errors: not-found where it is not there. */
  'data:showIds': { request: z.object({ fetchId }), response: z.void() },
  /** The same collection over several connectors, counted: one queue per token. Cancelled as a job. */
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
   * Waits until the connector's running sync is done, or the next one where none runs: what its record said at the
   * moment of asking does not count, nor does an earlier `connector_synced` delivery. Reports its state as
   * `data:syncWait`. Cancelled as a job. Errors: sync-failed; not-found; timeout after `withinMinutes`.
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
   * Reads one record by its id and opens it in the viewer. `path` is that of its collection; the connector's token goes
   * with it where the collection is of one. Cancelled as a job. Errors: unsupported for a collection without reading
   * by id, no-record for an id the connector does not have, no-token, and all of a call.
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
   * Asks for a file and writes a document to it; null where the operator changed their mind. The window never sees the
   * file's address, which is signed. Tells `data:downloading`. Cancelled as a job, which leaves nothing behind.
   * Errors: those of reading it, no-file, too-large, file-conflict, file-refused, disk-full.
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
    /** As the record says; null where it has none. */
    syncStatus: z.string().nullable(),
    syncProgress: z.number().nullable(),
    /** A sync runs; else the next one is waited for. */
    begun: z.boolean(),
    looks: z.number(),
    /** ms since 1970. */
    nextLookAt: z.number()
  }),
  /** `size`: bytes of the whole file, where the service told it. */
  'data:downloading': z.object({ requestId: fetchId, bytes: z.number(), size: z.number().nullable() })
} as const
