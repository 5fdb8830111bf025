import { z } from 'zod'
import { nameText } from '../own-name'
import { passthroughDraft } from '../passthrough/passthrough'
import { placeShape } from '../workspaces/place'

/** What an assistant or a script put into the window: it does nothing by itself. */
export const draft = z.object({
  id: z.uuid(),
  place: z.object(placeShape),
  /** ms since 1970 */
  at: z.number(),
  /** What the client calls itself. */
  client: z.string(),
  /** Its reason; empty for none. */
  why: z.string(),
  what: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('request'), draft: passthroughDraft }),
    /** `scope` as of a mapping draft. */
    z.object({ kind: z.literal('mapping'), fieldId: nameText, scope: nameText, expression: z.string() }),
    /** `text`: a template of relink letters. */
    z.object({ kind: z.literal('letter'), keys: z.array(nameText), text: z.string() })
  ])
})
export type Draft = z.infer<typeof draft>

export const doorChannels = {
  /** Oldest first. `problem`: why nothing can be asked, though a workspace may be; else null. */
  'door:drafts': { request: z.void(), response: z.object({ drafts: z.array(draft), problem: z.string().nullable() }) },
  /** Opened or discarded. */
  'door:removeDraft': { request: z.object({ id: z.uuid() }), response: z.void() }
} as const

export const doorEvents = {
  'door:draftsChanged': z.object({})
} as const
