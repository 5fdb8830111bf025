import { z } from 'zod'
import {
  draftTab,
  droppedSecrets,
  exported,
  folder,
  imported,
  libraryKeeping,
  libraryTree,
  openTabs,
  savedHead,
  savedRequest,
  sentEntry,
  sentList
} from './library'
import { region } from '../workspaces/region'
import { fileRef, passthroughDraft, variable } from './passthrough'
import { passthroughProgress, passthroughResult } from './result'
import { repeatRequest, sendRequest, writeSchema, writeSchemaRequest } from './send'
import { bodySummary, comparison, found, lineWindow, tableWindow, treeWindow, window } from '../viewer/windows'

const requestId = z.uuid()
/** A response's id, or that of a filter's result. */
const responseId = z.string().max(100)
const node = z.int().min(0)
/** Characters after which a line of the raw form is wrapped; left out, only very long lines are cut. */
const columns = z.int().min(20).max(2_000).optional()

const workspaceId = z.uuid()
const id = z.uuid()
const one = z.object({ workspaceId, id })
/** Checked and cleaned in main, which says what is wrong with it. */
const name = z.string().max(1_000)
const folderId = z.uuid().nullable()

const sendChannels = {
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
  'passthrough:openResponse': { request: z.object({ id: responseId }), response: bodySummary },
  /** Answers when all of a response is open; see `beginning`. */
  'passthrough:wholeResponse': { request: z.object({ id: responseId }), response: bodySummary },
  'passthrough:readLines': {
    request: z.object({ id: responseId, form: z.enum(['pretty', 'raw']), columns, ...window }),
    response: lineWindow
  },
  /** `node` null: the root itself. */
  'passthrough:readChildren': {
    request: z.object({ id: responseId, node: node.nullable(), ...window }),
    response: treeWindow
  },
  'passthrough:readTable': { request: z.object({ id: responseId, node, ...window }), response: tableWindow },
  'passthrough:findText': {
    request: z.object({ id: responseId, text: z.string().max(1_000), columns, ...window }),
    response: found
  },
  'passthrough:copyNode': {
    request: z.object({ id: responseId, node, what: z.enum(['value', 'path', 'jmespath']) }),
    response: z.string()
  },
  'passthrough:compareResponses': {
    request: z.object({ before: responseId, after: responseId }),
    response: comparison
  },
  /** Opens the result of a JMESPath expression on a response as a response of its own. Cancelled as a job. */
  'passthrough:filterResponse': {
    request: z.object({ requestId, id: responseId, expression: z.string().max(10_000) }),
    response: z.object({ id: z.string(), summary: bodySummary })
  },
  /** Asks for a file and saves the bytes as they came; null where the operator changed their mind. */
  'passthrough:saveResponse': { request: z.object({ id: responseId }), response: z.string().nullable() },
  'passthrough:chooseFile': { request: z.void(), response: fileRef.nullable() }
} as const

/**
 * What the passthrough builder keeps per workspace: open tabs, saved requests in folders, the history of sends, and
 * variables. Ids are made by the window. Errors of all: keychain-locked, keychain-missing for what is sealed and cannot
 * be opened now; internal where its key is lost.
 */
const libraryChannels = {
  'passthrough:keeping': { request: z.void(), response: libraryKeeping },
  /** What all sends take with their answers, and how much room there is for them, bytes. */
  'passthrough:room': { request: z.void(), response: z.object({ used: z.number(), room: z.number() }) },
  /**
   * Only where the key is lost: gives up what it sealed, in all workspaces (history, saved requests, tabs), and makes
   * a new one. Errors: outdated while the key is not lost.
   */
  'passthrough:startOver': { request: z.void(), response: libraryKeeping },
  'passthrough:loadTabs': { request: z.object({ workspaceId }), response: openTabs },
  /** Keeps a tab, a new or a known one; a new one is last. */
  'passthrough:saveTab': { request: z.object({ workspaceId, tab: draftTab }), response: z.void() },
  'passthrough:closeTab': { request: one, response: z.void() },
  /** The order of the tabs and the active one. Closes none: tabs left out come last. */
  'passthrough:arrangeTabs': {
    request: z.object({ workspaceId, order: z.array(id).max(1_000), activeId: id.nullable() }),
    response: z.void()
  },
  'passthrough:listSaved': { request: z.object({ workspaceId }), response: libraryTree },
  /** Errors: not-found. */
  'passthrough:openRequest': { request: one, response: savedRequest },
  /**
   * Saves a request, a new or a known one. Values that look like secrets are left out and reported. Errors:
   * invalid-input with `fields` (`name`, `folderId`): empty, or taken in this folder.
   */
  'passthrough:saveRequest': {
    request: z.object({ workspaceId, id, folderId, name, draft: passthroughDraft }),
    response: z.object({ request: savedHead, dropped: droppedSecrets })
  },
  /** Renames and moves. Errors: not-found, invalid-input as above. */
  'passthrough:moveRequest': { request: z.object({ workspaceId, id, folderId, name }), response: savedHead },
  'passthrough:removeRequest': { request: one, response: z.void() },
  /** Makes, renames or moves a folder. Errors: invalid-input with `fields` (`name`, `parentId`): into itself, too deep. */
  'passthrough:saveFolder': {
    request: z.object({ workspaceId, id, parentId: folderId, name }),
    response: folder
  },
  /** With all that is in it. @returns how many folders and requests */
  'passthrough:removeFolder': { request: one, response: z.object({ folders: z.number(), requests: z.number() }) },
  /**
   * Newest first. `text`: words that all occur in method, path, end user, integration, connector key, origin id,
   * region, outcome or status. `through`: only those through these connectors of a region. `before` is left out, then
   * the `next` of the list before.
   */
  'passthrough:listHistory': {
    request: z.object({
      workspaceId,
      text: z.string().max(1_000).optional(),
      through: z.object({ region, keys: z.array(z.string().max(20_000)).min(1).max(500) }).optional(),
      before: z.number().optional(),
      limit: z.int().min(1).max(500)
    }),
    response: sentList
  },
  /** Errors: not-found. */
  'passthrough:openEntry': { request: one, response: sentEntry },
  /** Opens the answer of a send in the viewer: the id is one for `passthrough:openResponse`. Errors: not-found. */
  'passthrough:openBody': { request: one, response: z.object({ responseId: z.string() }) },
  'passthrough:forgetEntry': { request: one, response: z.void() },
  /** Deletes every send of the workspace, on disk and in memory. Saved requests and tabs stay. @returns their number */
  'passthrough:forgetHistory': { request: z.object({ workspaceId }), response: z.object({ entries: z.number() }) },
  /** They are not secrets: kept in plain text, and sent where a request names them. */
  'passthrough:variables': { request: z.object({ workspaceId }), response: z.array(variable) },
  /**
   * All of them at once. Errors: invalid-input with `fields` (`variables.<index>.name` or `.value`) for a name that
   * occurs twice and for a value that is or looks like a token; nothing is kept then.
   */
  'passthrough:setVariables': {
    request: z.object({
      workspaceId,
      variables: z.array(variable.extend({ value: z.string().max(100_000) })).max(1_000)
    }),
    response: z.array(variable)
  },
  /**
   * A folder (null: everything) as one readable JSON file for colleagues, to where the operator chooses; null where they
   * changed their mind. Without secrets, connectors and variables.
   */
  'passthrough:exportFolder': { request: z.object({ workspaceId, folderId }), response: exported.nullable() },
  /**
   * Reads such a file into a folder (null: the top). Errors: invalid-input with what is wrong with the file; nothing is
   * kept then.
   */
  'passthrough:importFolder': { request: z.object({ workspaceId, folderId }), response: imported.nullable() }
} as const

export const passthroughChannels = { ...sendChannels, ...libraryChannels } as const

export const passthroughEvents = {
  'passthrough:progress': z.object({ requestId, progress: passthroughProgress }),
  'passthrough:keepingChanged': libraryKeeping,
  /** A send ended, and the history says how: the window that sent it may be gone. */
  'passthrough:sentEnded': z.object({ workspaceId, id: z.uuid() })
} as const
