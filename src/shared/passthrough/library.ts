import { z } from 'zod'
import { nameText } from '../own-name'
import { idempotency } from './idempotency'
import { passthroughDraft, passthroughMethod } from './passthrough'
import { outcome, passthroughResult, providerError } from './result'
import { region } from '../workspaces/region'

/**
 * Whether history, saved requests and drafts outlive this run. `sealed`: kept, encrypted with a key of the keychain.
 * `memory`: what is new is forgotten when the app quits; what was sealed before is listed, but may not be readable.
 */
export const libraryKeeping = z.object({
  keeping: z.enum(['sealed', 'memory']),
  /** `lost`: the keychain is open, and the key is not in it any more; only starting over helps. */
  reason: z.enum(['keychain-locked', 'keychain-missing', 'lost', 'storage']).nullable(),
  /** For the operator: why, and what to do. Empty while everything is kept. */
  message: z.string()
})
export type LibraryKeeping = z.infer<typeof libraryKeeping>

/** An open tab of the builder. */
export const draftTab = z.object({
  id: z.uuid(),
  draft: passthroughDraft,
  /** The saved request it was opened from. */
  requestId: z.uuid().nullable()
})
export type DraftTab = z.infer<typeof draftTab>

export const openTabs = z.object({
  /** In their order. */
  tabs: z.array(draftTab),
  activeId: z.string().nullable(),
  /** Tabs that are kept and cannot be read now, as while the keychain is locked. They are not lost. */
  unreadable: z.number()
})
export type OpenTabs = z.infer<typeof openTabs>

/** Of a folder or saved request. */
export const longestName = 120
/** Folders in folders. */
export const deepestFolder = 5
/** So deep they are shown, as several desks of a team may have put folders into each other. */
export const deepestShown = 2 * deepestFolder

/** Why a team cannot have the content of a saved request. */
export const staysWhy = z.enum(['too-large', 'token'])
export type StaysWhy = z.infer<typeof staysWhy>

/**
 * Why a change of this desk is not sent to its team. `unfit`: the team's database does not take it. `viewer`: its account
 * may only read. All others: why the content of a saved request stays here.
 */
export const refusedWhy = z.enum(['unfit', 'viewer', ...staysWhy.options])
export type RefusedWhy = z.infer<typeof refusedWhy>

/** What a team has of a folder or saved request. */
const ofTeam = {
  /** The team has it. */
  shared: z.boolean().optional(),
  /** Why the team keeps it, though it was deleted here. */
  undeleted: refusedWhy.optional()
}

export const folder = z.object({ id: z.uuid(), parentId: z.uuid().nullable(), name: z.string(), ...ofTeam })
export type Folder = z.infer<typeof folder>

/** The connector a request goes through, as lists show it. */
export const namedConnector = z.object({ key: nameText, endUser: z.string(), integrationSlug: nameText })

/** A saved request as the tree shows it. */
export const savedHead = z.object({
  id: z.uuid(),
  folderId: z.uuid().nullable(),
  name: z.string(),
  method: passthroughMethod,
  /** Without a query. */
  path: z.string(),
  region,
  connector: namedConnector.nullable(),
  /** ms since 1970 */
  savedAt: z.number(),
  /** Where it could not leave for the team of this desk as it is now. */
  stays: staysWhy.optional(),
  ...ofTeam
})
export type SavedHead = z.infer<typeof savedHead>

export const savedRequest = savedHead.extend({ draft: passthroughDraft })
export type SavedRequest = z.infer<typeof savedRequest>

/** Folders and requests by name; the tree follows from `parentId` and `folderId`. */
export const libraryTree = z.object({ folders: z.array(folder), requests: z.array(savedHead) })
export type LibraryTree = z.infer<typeof libraryTree>

/** A send as the history lists it. */
export const sentHead = z.object({
  /** The send's request id. */
  id: z.uuid(),
  /** ms since 1970 */
  askedAt: z.number(),
  method: passthroughMethod,
  path: z.string(),
  region,
  connector: namedConnector.nullable(),
  /** null: it runs. A send the end of the app cut off is `unknown` for a write, `failed` for a read. */
  outcome: outcome.nullable(),
  status: z.number().nullable(),
  /** Where the provider reported a failure in its body. */
  providerError: providerError.pick({ status: true, code: true }).optional(),
  /** Of the answer's body. */
  bytes: z.number(),
  /** Where the body was dropped to make room: the room there was for all that is kept, bytes. */
  bodyDropped: z.number().nullable()
})
export type SentHead = z.infer<typeof sentHead>

export const sentList = z.object({
  entries: z.array(sentHead),
  /** What to ask for next, null at the end. */
  next: z.number().nullable()
})

/** A send with all that was kept of it. */
export const sentEntry = sentHead.extend({
  draft: passthroughDraft,
  /** What left, as text: variables filled, files by name only. */
  envelope: z.string(),
  /** null while it runs, and for a send that was cut off. Its `responseId` is null: see `passthrough:openBody`. */
  result: passthroughResult.nullable(),
  /** Of a unified write: also where it was cut off, so that it can be sent again with the same key. */
  idempotency: idempotency.optional(),
  hasBody: z.boolean()
})
export type SentEntry = z.infer<typeof sentEntry>

/** Values left out of a file or of what is kept, by where they were: never what they were. */
export const droppedSecrets = z.array(z.string())

export const exported = z.object({ file: z.string(), requests: z.number(), dropped: droppedSecrets })
export type Exported = z.infer<typeof exported>

export const imported = z.object({
  folders: z.number(),
  requests: z.number(),
  /** New names of items whose name was taken. */
  renamed: z.array(z.string()),
  dropped: droppedSecrets
})
export type Imported = z.infer<typeof imported>
