import { z } from 'zod'
import { chosenConnector, passthroughDraft, variable } from './passthrough'

/** Main confirms writes and unusual targets in its own window: nothing here says that they are confirmed. */
export const sendRequest = z.object({
  requestId: z.uuid(),
  draft: passthroughDraft,
  variables: z.array(variable).max(1_000)
})
export type SendRequest = z.infer<typeof sendRequest>

/** Repeats a unified write: main knows the request and its key. */
export const repeatRequest = z.object({ requestId: z.uuid(), workspaceId: z.uuid(), of: z.uuid() })
export type RepeatRequest = z.infer<typeof repeatRequest>

export const writeSchemaRequest = passthroughDraft.pick({ workspaceId: true, region: true, path: true }).extend({
  connector: chosenConnector
})
export type WriteSchemaRequest = z.infer<typeof writeSchemaRequest>

/** `schema`: the service's JSON Schema for this connector; null without one, and `reason` says why. */
export const writeSchema = z.object({ schema: z.unknown(), reason: z.string() })
export type WriteSchema = z.infer<typeof writeSchema>
