import { z } from 'zod'
import { nameText } from '../own-name'
import { idempotency } from './idempotency'
import { passthroughDraft, passthroughMethod } from './passthrough'
import { outcome, passthroughResult, providerError } from './result'
import { region } from '../workspaces/region'

/**
 * `sealed`: encrypted with a key of the keychain. `memory`: new data is lost at the end; older data may not be
 * readable.
 */
export const libraryKeeping = z.object({
  keeping: z.enum(['sealed', 'memory']),
  /** `lost`: only starting over helps. */
  reason: z.enum(['keychain-locked', 'keychain-missing', 'lost', 'storage']).nullable(),
  /** Why, and what to do. Empty if all is kept. */
  message: z.string()
})
export type LibraryKeeping = z.infer<typeof libraryKeeping>

export const draftTab = z.object({
  id: z.uuid(),
  draft: passthroughDraft,
  /** The saved request it was opened from. */
  requestId: z.uuid().nullable()
})
export type DraftTab = z.infer<typeof draftTab>

export const openTabs = z.object({
  /** In order. */
  tabs: z.array(draftTab),
  activeId: z.string().nullable(),
  /** Kept, but for instance the keychain is locked. */
  unreadable: z.number()
})
export type OpenTabs = z.infer<typeof openTabs>

export const longestName = 120
export const deepestFolder = 5
/** Desks of a team may nest folders at once. */
export const deepestShown = 2 * deepestFolder

/** Why its content stays on this desk. `unreadable`: no desk could read it. */
export const staysWhy = z.enum(['too-large', 'token', 'unreadable'])
export type StaysWhy = z.infer<typeof staysWhy>

/** `unfit`: the team's database refuses it. `viewer`: the account may only read. */
export const refusedWhy = z.enum(['unfit', 'viewer', ...staysWhy.options])
export type RefusedWhy = z.infer<typeof refusedWhy>

const ofTeam = {
  shared: z.boolean().optional(),
  /** Why the team keeps it after its deletion here. */
  undeleted: refusedWhy.optional()
}

export const folder = z.object({ id: z.uuid(), parentId: z.uuid().nullable(), name: z.string(), ...ofTeam })
export type Folder = z.infer<typeof folder>

/** A value of an answer, for requests of its connector; earlier versions kept only name and value. */
export const keptValue = z.object({
  region,
  key: nameText,
  name: z.string(),
  /** The customer's name then. */
  endUser: z.string(),
  /** The request that brought it: `GET /employees/17`. */
  from: z.string(),
  /** ms since 1970; null where that is unknown. */
  at: z.number().nullable(),
  /** A complete refresh no longer lists its connector. */
  isGone: z.boolean()
})
export type KeptValue = z.infer<typeof keptValue>

export const namedConnector = z.object({ key: nameText, endUser: z.string(), integrationSlug: nameText })

export const savedHead = z.object({
  id: z.uuid(),
  folderId: z.uuid().nullable(),
  name: z.string(),
  method: passthroughMethod,
  path: z.string(),
  region,
  connector: namedConnector.nullable(),
  /** ms since 1970 */
  savedAt: z.number(),
  /** Why its content cannot go to the team. */
  stays: staysWhy.optional(),
  ...ofTeam
})
export type SavedHead = z.infer<typeof savedHead>

export const savedRequest = savedHead.extend({ draft: passthroughDraft })
export type SavedRequest = z.infer<typeof savedRequest>

/** By name; `parentId` and `folderId` make the tree. */
export const libraryTree = z.object({ folders: z.array(folder), requests: z.array(savedHead) })
export type LibraryTree = z.infer<typeof libraryTree>

export const sentHead = z.object({
  /** The send's request id. */
  id: z.uuid(),
  /** ms since 1970 */
  askedAt: z.number(),
  method: passthroughMethod,
  path: z.string(),
  region,
  connector: namedConnector.nullable(),
  /** null: it runs. If the app ended first, a write is `unknown` and a read `failed`. */
  outcome: outcome.nullable(),
  status: z.number().nullable(),
  /** A failure that the provider's body reports. */
  providerError: providerError.pick({ status: true, code: true }).optional(),
  bytes: z.number(),
  /** If dropped for space: the limit then, bytes. */
  bodyDropped: z.number().nullable()
})
export type SentHead = z.infer<typeof sentHead>

export const sentList = z.object({
  entries: z.array(sentHead),
  /** The next `before`; null at the end. */
  next: z.number().nullable()
})

export const sentEntry = sentHead.extend({
  draft: passthroughDraft,
  /** Variables filled, files by name only. */
  envelope: z.string(),
  /** null while it runs or after a cut-off. See `passthrough:openBody` for its body. */
  result: passthroughResult.nullable(),
  /** Also after a cut-off, for a repeat with the same key. */
  idempotency: idempotency.optional(),
  hasBody: z.boolean()
})
export type SentEntry = z.infer<typeof sentEntry>

/** Places of values, never the values. */
export const droppedSecrets = z.array(z.string())

/** The app’s own format, or a Postman collection of version 2.1. */
export const exportForm = z.enum(['own', 'postman'])
export type ExportForm = z.infer<typeof exportForm>

export const exported = z.object({ file: z.string(), requests: z.number(), dropped: droppedSecrets })
export type Exported = z.infer<typeof exported>

export const imported = z.object({
  folders: z.number(),
  requests: z.number(),
  /** New names, because the old were taken. */
  renamed: z.array(z.string()),
  dropped: droppedSecrets,
  /** Sentences: what a file of another program has that a request here has not. */
  notes: z.array(z.string()).optional()
})
export type Imported = z.infer<typeof imported>
