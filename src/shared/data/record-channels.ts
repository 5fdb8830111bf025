import { z } from 'zod'
import { placeShape } from '../model/place'
import { bodySummary } from '../model/passthrough-view'

const requestId = z.uuid()
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

/** Records read by their id, and the files of documents. */
export const recordChannels = {
  /**
   * Reads one record by its id and opens it in the viewer. `path` is that of its collection; the connector's token goes
   * with it where the collection is of one. Cancelled as a job. Errors: unsupported for a collection without reading
   * by id, no-record for an id the connector does not have, no-token, and all of a call.
   */
  'records:open': {
    request: z.object({
      requestId,
      ...placeShape,
      connectorKey: connectorKey.nullable(),
      path: z.string().max(2_000),
      id
    }),
    response: z.object({ responseId: z.string(), summary: bodySummary, document: documentState.nullable() })
  },
  /**
   * Asks for a file and writes a document to it; null where the operator changed their mind. The window never sees the
   * file's address, which is signed. Tells `records:downloading`. Cancelled as a job, which leaves nothing behind.
   * Errors: those of reading it, no-file, too-large, file-conflict, file-refused, disk-full.
   */
  'records:download': {
    request: z.object({ requestId, ...placeShape, connectorKey, id }),
    response: z.object({ file: z.string(), bytes: z.number() }).nullable()
  }
} as const

export const recordEvents = {
  /** `size`: bytes of the whole file, where the service told it. */
  'records:downloading': z.object({ requestId, bytes: z.number(), size: z.number().nullable() })
} as const

export type RecordAnswer<C extends keyof typeof recordChannels> = z.infer<(typeof recordChannels)[C]['response']>
