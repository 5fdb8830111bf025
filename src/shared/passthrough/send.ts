import { z } from 'zod'
import { chosenConnector, passthroughDraft, variable } from './passthrough'

/** Main confirms in its own window: the window cannot claim an agreement. */
export const sendRequest = z.object({
  requestId: z.uuid(),
  draft: passthroughDraft,
  variables: z.array(variable).max(1_000)
})
export type SendRequest = z.infer<typeof sendRequest>

export const repeatRequest = z.object({ requestId: z.uuid(), workspaceId: z.uuid(), of: z.uuid() })
export type RepeatRequest = z.infer<typeof repeatRequest>

export const writeSchemaRequest = passthroughDraft.pick({ workspaceId: true, region: true, path: true }).extend({
  connector: chosenConnector
})
export type WriteSchemaRequest = z.infer<typeof writeSchemaRequest>

/** null without one: `reason` says why. */
export const writeSchema = z.object({ schema: z.unknown(), reason: z.string() })
export type WriteSchema = z.infer<typeof writeSchema>
