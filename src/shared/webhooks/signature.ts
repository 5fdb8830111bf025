import { z } from 'zod'

export const signatureCheck = z.object({ verified: z.boolean(), why: z.string() })
export type SignatureCheck = z.infer<typeof signatureCheck>
