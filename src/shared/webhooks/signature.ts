import { z } from 'zod'

/** Whether a webhook delivery was signed with a key, and why. */
export const signatureCheck = z.object({ verified: z.boolean(), why: z.string() })
export type SignatureCheck = z.infer<typeof signatureCheck>
