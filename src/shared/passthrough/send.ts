import { z } from 'zod'
import { chosenConnector, passthroughDraft, variable } from './passthrough'

/** What is not a read, or goes elsewhere than it seems, is confirmed in a window of main: nothing here says so. */
export const sendRequest = z.object({
  requestId: z.uuid(),
  draft: passthroughDraft,
  variables: z.array(variable).max(1_000)
})
export type SendRequest = z.infer<typeof sendRequest>

/** The same request as an earlier send of a unified write, with the same key: main knows both, nothing here says them. */
export const repeatRequest = z.object({ requestId: z.uuid(), workspaceId: z.uuid(), of: z.uuid() })
export type RepeatRequest = z.infer<typeof repeatRequest>

/** What a unified write is asked about before its form is shown. */
export const writeSchemaRequest = passthroughDraft.pick({ workspaceId: true, region: true, path: true }).extend({
  connector: chosenConnector
})
export type WriteSchemaRequest = z.infer<typeof writeSchemaRequest>

/** `schema`: JSON Schema as the service gave it, for this connector; null where there is none, and `reason` says why. */
export const writeSchema = z.object({ schema: z.unknown(), reason: z.string() })
export type WriteSchema = z.infer<typeof writeSchema>
