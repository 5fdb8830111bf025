import { z } from 'zod'

/** Whether a webhook delivery was signed with a key, and why. */
export const signatureVerdict = z.object({ verified: z.boolean(), why: z.string() })
export type SignatureVerdict = z.infer<typeof signatureVerdict>
