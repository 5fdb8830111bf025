import { z } from 'zod'
import { accessCheck } from '../issues/access'
import { nameText } from '../own-name'
import {
  keptValue,
  draftTab,
  droppedSecrets,
  exported,
  exportForm,
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
import {
  csvRows,
  manyColumn,
  manyHead,
  manyPlan,
  manyProgress,
  manyRun,
  manySetup,
  mostAsked,
  mostColumns
} from './many'
import { passthroughProgress, passthroughResult } from './result'
import { repeatRequest, sendRequest, writeSchema, writeSchemaRequest } from './send'
import { shelfCheck, mostPasted, operationHead, shelfChanges, shelfFile, shelfOperation } from './shelf'
import { bodySummary, comparison, found, lineWindow, tableWindow, treeWindow, window } from '../viewer/windows'

const requestId = z.uuid()
const responseId = z.string().max(100)
const node = z.int().min(0)
/** Characters per line of the raw form; default: only very long lines are cut. */
const columns = z.int().min(20).max(2_000).optional()

const workspaceId = z.uuid()
const id = z.uuid()
const one = z.object({ workspaceId, id })
/** `key`: `<category>:<id>`. */
const ofConnector = z.object({ workspaceId, region, key: z.string().min(1).max(20_000) })
/** Main checks and cleans it. */
const name = z.string().max(1_000)
const text = z.string().max(20_000)
const folderId = z.uuid().nullable()

const sendChannels = {
  /**
   * The response says how it ended. Errors: invalid-input and confirmation-needed (with `fields`; nothing left), those
   * before the send.
   */
  'passthrough:send': { request: sendRequest, response: passthroughResult },
  /** Same key, same bytes. Errors: not-found; busy while it runs; invalid-input without a key or after an answer. */
  'passthrough:repeat': { request: repeatRequest, response: passthroughResult },
  /** What Check now asks of an integration, on this computer. */
  'passthrough:accessCheck': { request: z.object({ workspaceId, integration: name }), response: accessCheck },
  /** `id`: a saved GET, or one of the shelf; null: none. Errors: not-found, invalid-input. */
  'passthrough:chooseAccessCheck': {
    request: z.object({ workspaceId, integration: name, id: name.nullable() }),
    response: accessCheck
  },
  /** Sends it for one connector; its `access` says what was learned. Errors: not-found, those of a send. */
  'passthrough:checkAccess': {
    request: z.object({ requestId, workspaceId, region, key: z.string().min(1).max(20_000) }),
    response: passthroughResult
  },
  /** Errors: those of a call and of finding the token. */
  'passthrough:writeSchema': { request: writeSchemaRequest, response: writeSchema },
  'passthrough:openResponse': { request: z.object({ id: responseId }), response: bodySummary },
  /** Answers once it is completely open; see `beginning`. */
  'passthrough:wholeResponse': { request: z.object({ id: responseId }), response: bodySummary },
  'passthrough:readLines': {
    request: z.object({ id: responseId, form: z.enum(['pretty', 'raw']), columns, ...window }),
    response: lineWindow
  },
  /** `node` null: the root. */
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
  /** As another response. Cancelled as a job. */
  'passthrough:filterResponse': {
    request: z.object({ requestId, id: responseId, expression: z.string().max(10_000) }),
    response: z.object({ id: z.string(), summary: bodySummary })
  },
  /** The original bytes; null: no file chosen. */
  'passthrough:saveResponse': { request: z.object({ id: responseId }), response: z.string().nullable() },
  'passthrough:chooseFile': { request: z.void(), response: fileRef.nullable() }
} as const

/**
 * Per workspace. The window makes the ids. Errors of all: keychain-locked, keychain-missing while encrypted data cannot
 * be opened; internal if its key is lost.
 */
const libraryChannels = {
  'passthrough:keeping': { request: z.void(), response: libraryKeeping },
  /** Bytes used, and their limit. */
  'passthrough:room': { request: z.void(), response: z.object({ used: z.number(), room: z.number() }) },
  /**
   * Gives up all encrypted data (history, saved requests, tabs) and makes a new key. Errors: outdated unless the key is
   * lost.
   */
  'passthrough:startOver': { request: z.void(), response: libraryKeeping },
  'passthrough:loadTabs': { request: z.object({ workspaceId }), response: openTabs },
  /** A new one is last. */
  'passthrough:saveTab': { request: z.object({ workspaceId, tab: draftTab }), response: z.void() },
  'passthrough:closeTab': { request: one, response: z.void() },
  /** Tabs left out come last. */
  'passthrough:arrangeTabs': {
    request: z.object({ workspaceId, order: z.array(id).max(1_000), activeId: id.nullable() }),
    response: z.void()
  },
  'passthrough:listSaved': { request: z.object({ workspaceId }), response: libraryTree },
  'passthrough:openRequest': { request: one, response: savedRequest },
  /**
   * Likely secrets are left out and reported. Errors: invalid-input with `fields` (`name`, `folderId`): empty, or taken
   * in this folder.
   */
  'passthrough:saveRequest': {
    request: z.object({ workspaceId, id, folderId, name, draft: passthroughDraft }),
    response: z.object({ request: savedHead, dropped: droppedSecrets })
  },
  /** Errors: not-found, invalid-input as above. */
  'passthrough:moveRequest': { request: z.object({ workspaceId, id, folderId, name }), response: savedHead },
  'passthrough:removeRequest': { request: one, response: z.void() },
  /** Errors: invalid-input with `fields` (`name`, `parentId`): into itself, too deep. */
  'passthrough:saveFolder': {
    request: z.object({ workspaceId, id, parentId: folderId, name }),
    response: folder
  },
  /** With its content. @returns how many folders and requests */
  'passthrough:removeFolder': { request: one, response: z.object({ folders: z.number(), requests: z.number() }) },
  /**
   * Newest first. `text`: words that must all occur in a send's texts. `through`: connectors of a region. `before`: the
   * `next` of the previous list.
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
  /** `passthrough:openResponse` takes the id. Errors: not-found. */
  'passthrough:openBody': { request: one, response: z.object({ responseId: z.string() }) },
  'passthrough:forgetEntry': { request: one, response: z.void() },
  /** Saved requests and tabs stay. @returns the number */
  'passthrough:forgetHistory': { request: z.object({ workspaceId }), response: z.object({ entries: z.number() }) },
  /** Stored in plain text, so not for secrets. */
  'passthrough:variables': { request: z.object({ workspaceId }), response: z.array(variable) },
  /**
   * Errors: invalid-input with `fields` (`variables.<index>.name` or `.value`) for a repeated name or a likely token;
   * nothing is kept then.
   */
  'passthrough:setVariables': {
    request: z.object({
      workspaceId,
      variables: z.array(variable.extend({ value: z.string().max(100_000) })).max(1_000)
    }),
    response: z.array(variable)
  },
  /** Values of answers, encrypted, for requests of this connector only. */
  'passthrough:connectorValues': { request: ofConnector, response: z.array(variable) },
  /** Replaces a value of the same name. Errors: invalid-input with `fields` (`name`, `value`). */
  'passthrough:keepValue': {
    request: ofConnector.extend({ name: z.string().max(1_000), value: z.string(), endUser: text, from: text }),
    response: z.array(variable)
  },
  /** Values of answers of all connectors, by customer and name, without the values themselves. */
  'passthrough:keptValues': { request: z.object({ workspaceId }), response: z.array(keptValue) },
  /** Of all connectors. */
  'passthrough:forgetValues': { request: z.object({ workspaceId }), response: z.void() },
  'passthrough:forgetValue': { request: ofConnector.extend({ name: nameText }), response: z.array(variable) },
  /** Readable JSON without secrets, connectors and variables. `folderId` null: everything. null: no file chosen. */
  'passthrough:exportFolder': {
    request: z.object({ workspaceId, folderId, as: exportForm.optional() }),
    response: exported.nullable()
  },
  /** Also a Postman collection 2.1, or a HAR file. `folderId` null: the top. Errors: invalid-input with the fault of the file; nothing is kept then. */
  'passthrough:importFolder': { request: z.object({ workspaceId, folderId }), response: imported.nullable() }
} as const

/** One read of many connectors. */
const manyChannels = {
  /** Nothing leaves. Cancelled as a job. */
  'passthrough:planMany': { request: manySetup.extend({ requestId }), response: manyPlan },
  /**
   * Answers when the run ends or pauses; `passthrough:manyProgress` tells what comes. The request id is the run's id. Cancelled as a job,
   * it keeps what came. Errors: invalid-input with `fields` (nothing left); not-recorded, if it cannot be kept.
   */
  'passthrough:startMany': { request: manySetup.extend({ requestId }), response: manyHead },
  /**
   * Goes on with the places that have no answer, or asks these again. As a start. Errors: not-found; busy while it runs;
   * invalid-input if the requests may change data.
   */
  'passthrough:continueMany': {
    request: one.extend({ requestId, places: z.array(z.int().min(0)).max(mostAsked).nullable() }),
    response: manyHead
  },
  /** Nothing new leaves; what is on its way still answers. */
  'passthrough:pauseMany': { request: one, response: z.void() },
  /** Newest first. */
  'passthrough:listMany': { request: z.object({ workspaceId }), response: z.array(manyHead) },
  /** Errors: not-found. */
  'passthrough:openMany': { request: one, response: manyRun },
  /** Computes other columns over the kept answers. Cancelled as a job. Errors: not-found. */
  'passthrough:columnsMany': {
    request: one.extend({ requestId, columns: z.array(manyColumn).max(mostColumns) }),
    response: manyRun
  },
  /** `places`: in the order of the table. null: no file chosen. NDJSON has the answers, masked. */
  'passthrough:exportMany': {
    request: one.extend({ form: z.enum(['csv', 'ndjson']), places: z.array(z.int().min(0)).max(mostAsked) }),
    response: z.object({ file: z.string(), rows: z.number() }).nullable()
  },
  /** With its answers. */
  'passthrough:removeMany': { request: one, response: z.void() },
  /** `text` null: asks for a file; null: none chosen. Errors: invalid-input with line and reason. */
  'passthrough:readRows': {
    request: z.object({ text: z.string().max(20_000_000).nullable() }),
    response: csvRows.nullable()
  }
} as const

const ofShelf = z.object({ workspaceId, integration: nameText })
const operationId = z.string().max(20_000)

/** What each provider's API can be asked, from files of the operator. Errors of all: as for the library. */
const shelfChannels = {
  'passthrough:shelfFiles': { request: z.object({ workspaceId }), response: z.array(shelfFile) },
  /**
   * `text` null: asks for a file; null: none chosen. Errors: invalid-input with line, column and reason, too-large;
   * nothing is kept then.
   */
  'passthrough:shelfImport': {
    request: ofShelf.extend({ text: z.string().max(mostPasted).nullable() }),
    response: shelfFile.nullable()
  },
  /** The newer file becomes the current one, or goes. Errors: not-found. */
  'passthrough:shelfDecide': { request: ofShelf.extend({ use: z.boolean() }), response: z.void() },
  /** Both files of the integration. */
  'passthrough:shelfRemove': { request: ofShelf, response: z.void() },
  /** Of the current file. Errors: not-found. */
  'passthrough:shelfOperations': { request: ofShelf, response: z.array(operationHead) },
  /** Errors: not-found. */
  'passthrough:shelfOperation': { request: ofShelf.extend({ id: operationId }), response: shelfOperation },
  /** What the newer file changes. Errors: not-found. */
  'passthrough:shelfChanges': { request: ofShelf, response: shelfChanges },
  /** Errors: not-found for a response that is gone. */
  'passthrough:shelfCheck': {
    request: ofShelf.extend({
      method: z.string().max(20),
      path: z.string().max(20_000),
      status: z.int(),
      responseId
    }),
    response: shelfCheck
  },
  /** Says whether an operation changes data, whatever its method. */
  'passthrough:shelfMark': { request: ofShelf.extend({ id: operationId, writes: z.boolean() }), response: z.void() }
} as const

export const passthroughChannels = { ...sendChannels, ...libraryChannels, ...manyChannels, ...shelfChannels } as const

export const passthroughEvents = {
  'passthrough:progress': z.object({ requestId, progress: passthroughProgress }),
  'passthrough:manyProgress': manyProgress,
  'passthrough:keepingChanged': libraryKeeping,
  /** The window that sent it may be gone. */
  'passthrough:sentEnded': z.object({ workspaceId, id: z.uuid() })
} as const
