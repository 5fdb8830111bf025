import { z } from 'zod'
import { appErrorShape } from '../errors'

/** A newer version that the update folder offers; everything in it is signed. */
export const updateOffer = z.object({
  /** As "1.4.0". */
  version: z.string(),
  /** Release notes, plain text; may be empty. */
  notes: z.string(),
  /** Of the package for this computer. */
  bytes: z.number()
})
export type UpdateOffer = z.infer<typeof updateOffer>

const at = z.number() // ms since 1970

export const updateState = z.discriminatedUnion('kind', [
  /** `no-key`: this build carries no key to check a folder with. */
  z.object({ kind: z.literal('off'), why: z.enum(['no-address', 'policy', 'no-key']) }),
  z.object({ kind: z.literal('unchecked') }),
  z.object({ kind: z.literal('checking') }),
  /** @property older what the folder offers, where that is a version older than this one: it is never installed */
  z.object({ kind: z.literal('current'), at, older: z.string().nullable() }),
  z.object({ kind: z.literal('available'), at, offer: updateOffer }),
  z.object({ kind: z.literal('downloading'), offer: updateOffer, bytes: z.number() }),
  /** The package is whole and checked; `file` is its name. */
  z.object({ kind: z.literal('ready'), offer: updateOffer, file: z.string() }),
  /** Nothing was changed. With an offer it was its download that failed. */
  z.object({ kind: z.literal('failed'), error: appErrorShape, offer: updateOffer.nullable() })
])
export type UpdateState = z.infer<typeof updateState>

export const updates = z.object({
  /** Of the folder that is asked; empty: updates are off. */
  address: z.string(),
  /** The organization's policy sets the address, or switches updates off. */
  managed: z.boolean(),
  /** When the folder's list was signed, where that is too long ago: newer versions may be held back. */
  oldSince: at.nullable(),
  state: updateState
})
export type Updates = z.infer<typeof updates>
