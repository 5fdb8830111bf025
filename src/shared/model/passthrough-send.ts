import { z } from 'zod'
import { passthroughDraft, passthroughMethod, variable } from './passthrough'
import { region } from './region'

/**
 * What the operator saw and agreed to before a request that is no read. Main compares it with the draft: a dialog
 * about another customer, region or method confirms nothing.
 */
export const confirmation = z.object({ connectorKey: z.string(), region, method: passthroughMethod, path: z.string() })

export const sendRequest = z.object({
  requestId: z.uuid(),
  draft: passthroughDraft,
  variables: z.array(variable).max(1_000),
  /** Needed for all but GET, HEAD and OPTIONS; `path` is the draft's, as typed. */
  confirmed: confirmation.optional(),
  /** Codes of problems of severity `confirm` that were agreed to. */
  accepted: z.array(z.string()).max(20)
})
export type SendRequest = z.infer<typeof sendRequest>
