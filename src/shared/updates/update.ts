import { z } from 'zod'
import { appErrorShape } from '../errors'

/** All of it is signed. */
export const updateOffer = z.object({
  /** As "1.4.0". */
  version: z.string(),
  /** Plain text; may be empty. */
  notes: z.string(),
  /** Of this computer's package. */
  bytes: z.number()
})
export type UpdateOffer = z.infer<typeof updateOffer>

const at = z.number() // ms since 1970

export const updateState = z.discriminatedUnion('kind', [
  /** `no-key`: this build has no key to check with. */
  z.object({ kind: z.literal('off'), why: z.enum(['no-address', 'policy', 'no-key']) }),
  z.object({ kind: z.literal('unchecked') }),
  z.object({ kind: z.literal('checking') }),
  /** @property older a version of the folder older than this one: never installed */
  z.object({ kind: z.literal('current'), at, older: z.string().nullable() }),
  z.object({ kind: z.literal('available'), at, offer: updateOffer }),
  z.object({ kind: z.literal('downloading'), offer: updateOffer, bytes: z.number() }),
  /** Checked; `file` is its name. */
  z.object({ kind: z.literal('ready'), offer: updateOffer, file: z.string() }),
  /** With an offer, its download failed. */
  z.object({ kind: z.literal('failed'), error: appErrorShape, offer: updateOffer.nullable() })
])
export type UpdateState = z.infer<typeof updateState>

export const updates = z.object({
  /** Of the update folder; empty: updates are off. */
  address: z.string(),
  /** The policy sets the address, or switches updates off. */
  managed: z.boolean(),
  /** When the list was signed, if too long ago: newer versions may be held back. */
  oldSince: at.nullable(),
  state: updateState
})
export type Updates = z.infer<typeof updates>
