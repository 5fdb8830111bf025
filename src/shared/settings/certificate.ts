import { z } from 'zod'

/** A CA that the operator or the organization trusts, besides the computer's own. */
export const chosenCertificate = z.object({
  /** SHA-256, as `AB:CD:…`. */
  fingerprint: z.string(),
  /** As "Harbourline Proxy CA". */
  subject: z.string(),
  issuer: z.string(),
  /** ms since 1970 */
  validTo: z.number(),
  /** Name of the chosen file. */
  file: z.string(),
  /** Chosen by the organization: it cannot be removed here. */
  managed: z.boolean()
})
export type ChosenCertificate = z.infer<typeof chosenCertificate>
