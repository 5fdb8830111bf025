import { z } from 'zod'

/** A certificate of a CA that the operator or the organization chose to trust, besides those of this computer. */
export const chosenCertificate = z.object({
  /** SHA-256 over it, as `AB:CD:…`. */
  fingerprint: z.string(),
  /** Whom it names: "Harbourline Proxy CA". */
  subject: z.string(),
  issuer: z.string(),
  /** ms since 1970 */
  validTo: z.number(),
  /** The name of the file it was chosen from. */
  file: z.string(),
  /** The organization chose it: it cannot be removed here. */
  managed: z.boolean()
})
export type ChosenCertificate = z.infer<typeof chosenCertificate>
