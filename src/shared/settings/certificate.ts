import { z } from 'zod'

/** A CA that is trusted besides the computer's own. */
export const chosenCertificate = z.object({
  /** SHA-256, as `AB:CD:…`. */
  fingerprint: z.string(),
  subject: z.string(),
  issuer: z.string(),
  /** ms since 1970 */
  validTo: z.number(),
  file: z.string(),
  /** The organization's certificates cannot be removed here. */
  managed: z.boolean()
})
export type ChosenCertificate = z.infer<typeof chosenCertificate>
