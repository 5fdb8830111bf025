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
} from '../model/library'
import { passthroughDraft, variable } from '../model/passthrough'
import { region } from '../model/region'

const workspaceId = z.uuid()
const id = z.uuid()
const one = z.object({ workspaceId, id })
/** Checked and cleaned in main, which says what is wrong with it. */
const name = z.string().max(1_000)
const folderId = z.uuid().nullable()

/**
 * What the passthrough builder keeps per workspace: open tabs, saved requests in folders, the history of sends, and
 * variables. Ids are made by the window. Errors of all: keychain-locked, keychain-missing for what is sealed and cannot
 * be opened now; internal where its key is lost.
 */
export const libraryChannels = {
  'library:keeping': { request: z.void(), response: libraryKeeping },
  /** What all sends take with their answers, and how much room there is for them, bytes. */
  'library:room': { request: z.void(), response: z.object({ used: z.number(), room: z.number() }) },
  /**
   * Only where the key is lost: gives up what it sealed, in all workspaces (history, saved requests, tabs), and makes
   * a new one. Errors: outdated while the key is not lost.
   */
  'library:startOver': { request: z.void(), response: libraryKeeping },

  'library:loadTabs': { request: z.object({ workspaceId }), response: openTabs },
  /** Keeps a tab, a new or a known one; a new one is last. */
  'library:saveTab': { request: z.object({ workspaceId, tab: draftTab }), response: z.void() },
  'library:closeTab': { request: one, response: z.void() },
  /** The order of the tabs and the active one. Closes none: tabs left out come last. */
  'library:arrangeTabs': {
    request: z.object({ workspaceId, order: z.array(id).max(1_000), activeId: id.nullable() }),
    response: z.void()
  },

  'library:list': { request: z.object({ workspaceId }), response: libraryTree },
  /** Errors: not-found. */
  'library:openRequest': { request: one, response: savedRequest },
  /**
   * Saves a request, a new or a known one. Values that look like secrets are left out and reported. Errors:
   * invalid-input with `fields` (`name`, `folderId`): empty, or taken in this folder.
   */
  'library:saveRequest': {
    request: z.object({ workspaceId, id, folderId, name, draft: passthroughDraft }),
    response: z.object({ request: savedHead, dropped: droppedSecrets })
  },
  /** Renames and moves. Errors: not-found, invalid-input as above. */
  'library:moveRequest': { request: z.object({ workspaceId, id, folderId, name }), response: savedHead },
  'library:removeRequest': { request: one, response: z.void() },
  /** Makes, renames or moves a folder. Errors: invalid-input with `fields` (`name`, `parentId`): into itself, too deep. */
  'library:saveFolder': {
    request: z.object({ workspaceId, id, parentId: folderId, name }),
    response: folder
  },
  /** With all that is in it. @returns how many folders and requests */
  'library:removeFolder': { request: one, response: z.object({ folders: z.number(), requests: z.number() }) },

  /**
   * Newest first. `text`: words that all occur in method, path, end user, integration, connector key, origin id,
   * region, outcome or status. `through`: only those through these connectors of a region. `before` is left out, then
   * the `next` of the list before.
   */
  'library:listHistory': {
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
  'library:openEntry': { request: one, response: sentEntry },
  /** Opens the answer of a send in the viewer: the id is one for `passthrough:openResponse`. Errors: not-found. */
  'library:openBody': { request: one, response: z.object({ responseId: z.string() }) },
  'library:forgetEntry': { request: one, response: z.void() },
  /** Deletes every send of the workspace, on disk and in memory. Saved requests and tabs stay. @returns their number */
  'library:forgetHistory': { request: z.object({ workspaceId }), response: z.object({ entries: z.number() }) },

  /** They are not secrets: kept in plain text, and sent where a request names them. */
  'library:variables': { request: z.object({ workspaceId }), response: z.array(variable) },
  /**
   * All of them at once. Errors: invalid-input with `fields` (`variables.<index>.name` or `.value`) for a name that
   * occurs twice and for a value that is or looks like a token; nothing is kept then.
   */
  'library:setVariables': {
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
  'library:exportFolder': { request: z.object({ workspaceId, folderId }), response: exported.nullable() },
  /**
   * Reads such a file into a folder (null: the top). Errors: invalid-input with what is wrong with the file; nothing is
   * kept then.
   */
  'library:importFolder': { request: z.object({ workspaceId, folderId }), response: imported.nullable() }
} as const

export const libraryEvents = {
  'library:keepingChanged': libraryKeeping,
  /** A send ended, and the history says how: the window that sent it may be gone. */
  'library:sentEnded': z.object({ workspaceId, id: z.uuid() })
} as const

export type LibraryChannel = keyof typeof libraryChannels
export type LibraryRequest<C extends LibraryChannel> = z.infer<(typeof libraryChannels)[C]['request']>
export type LibraryResponse<C extends LibraryChannel> = z.infer<(typeof libraryChannels)[C]['response']>
