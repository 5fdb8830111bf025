import { z } from 'zod'
import { passthroughDraft, variable } from './passthrough'

/** What is not a read, or goes elsewhere than it seems, is confirmed in a window of main: nothing here says so. */
export const sendRequest = z.object({
  requestId: z.uuid(),
  draft: passthroughDraft,
  variables: z.array(variable).max(1_000)
})
export type SendRequest = z.infer<typeof sendRequest>
