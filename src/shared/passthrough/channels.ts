import { z } from 'zod'
import { fileRef } from '../model/passthrough'
import { passthroughProgress, passthroughResult } from '../model/passthrough-result'
import { repeatRequest, sendRequest, writeSchema, writeSchemaRequest } from '../model/passthrough-send'
import { bodySummary, comparison, found, lineWindow, tableWindow, treeWindow, window } from '../model/passthrough-view'

const requestId = z.uuid()
/** A response's id, or that of a filter's result. */
const id = z.string().max(100)
const node = z.int().min(0)
/** Characters after which a line of the raw form is wrapped; left out, only very long lines are cut. */
const columns = z.int().min(20).max(2_000).optional()

/** The channels of the passthrough builder, to be spread into the contract. */
export const passthroughChannels = {
  /**
   * Sends a draft once; progress arrives as events. How it ended is in the response, also where it failed. Errors:
   * invalid-input and confirmation-needed (with `fields`; nothing left), and those before the send itself.
   */
  'passthrough:send': { request: sendRequest, response: passthroughResult },
  /**
   * Sends a unified write once more, with the key and the bytes of the first time, where it is not known to be done.
   * Errors: not-found; busy while it runs; invalid-input for one without a key or that was answered.
   */
  'passthrough:repeat': { request: repeatRequest, response: passthroughResult },
  /** Asks the service what a unified write takes through this connector. Errors: of a call, and of finding the token. */
  'passthrough:writeSchema': { request: writeSchemaRequest, response: writeSchema },
  'passthrough:openResponse': { request: z.object({ id }), response: bodySummary },
  /** Answers when all of a response is open; see `beginning`. */
  'passthrough:wholeResponse': { request: z.object({ id }), response: bodySummary },
  'passthrough:readLines': {
    request: z.object({ id, form: z.enum(['pretty', 'raw']), columns, ...window }),
    response: lineWindow
  },
  /** `node` null: the root itself. */
  'passthrough:readChildren': { request: z.object({ id, node: node.nullable(), ...window }), response: treeWindow },
  'passthrough:readTable': { request: z.object({ id, node, ...window }), response: tableWindow },
  'passthrough:findText': {
    request: z.object({ id, text: z.string().max(1_000), columns, ...window }),
    response: found
  },
  'passthrough:copyNode': {
    request: z.object({ id, node, what: z.enum(['value', 'path', 'jmespath']) }),
    response: z.string()
  },
  'passthrough:compareResponses': { request: z.object({ before: id, after: id }), response: comparison },
  /** Opens the result of a JMESPath expression on a response as a response of its own. Cancelled as a job. */
  'passthrough:filterResponse': {
    request: z.object({ requestId, id, expression: z.string().max(10_000) }),
    response: z.object({ id: z.string(), summary: bodySummary })
  },
  /** Asks for a file and saves the bytes as they came; null where the operator changed their mind. */
  'passthrough:saveResponse': { request: z.object({ id }), response: z.string().nullable() },
  'passthrough:chooseFile': { request: z.void(), response: fileRef.nullable() }
} as const

export const passthroughEvents = {
  'passthrough:progress': z.object({ requestId, progress: passthroughProgress })
} as const
