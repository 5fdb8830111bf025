import { verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { releaseVersion } from './version'

/** The signed list, made by scripts/sign-update.mjs. */
export const manifestName = 'update.json'
export const product = 'connector-desk'

/** Signs a text, so that the checked bytes are the parsed bytes. */
const envelope = z.object({ signed: z.string(), signature: z.string() })

const updatePackage = z.object({
  /** A name below the folder, never a path. */
  name: z.string().regex(/^[A-Za-z0-9][\w.+~-]{0,150}$/),
  bytes: z.number().int().positive().max(1e9),
  sha512: z.string().regex(/^[0-9a-f]{128}$/)
})
export type UpdatePackage = z.infer<typeof updatePackage>

const manifest = z.object({
  product: z.string(),
  version: z.string().regex(releaseVersion),
  notes: z.string().max(20_000),
  /** ms since 1970 */
  signedAt: z.number().int().positive(),
  /** By the name of `updateTarget`. */
  packages: z.record(z.string(), updatePackage)
})
export type Manifest = z.infer<typeof manifest>

/**
 * Checks the signature before it uses anything of the list.
 * @throws AppError update-refused
 */
export function readManifest(text: string, key: KeyObject): Manifest {
  const encrypted = envelope.safeParse(jsonOf(text))
  if (!encrypted.success) throw refused(`${manifestName} of the update folder carries no signature.`)
  const { signed, signature } = encrypted.data
  if (!verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'))) {
    throw refused(`The signature of ${manifestName} is wrong: it was changed, or was not signed by the publisher.`)
  }
  const read = manifest.safeParse(jsonOf(signed))
  if (!read.success) throw refused(`${manifestName} is signed, but is not a list this version can read.`)
  if (read.data.product !== product) throw refused('The update folder is that of another product.')
  return read.data
}

export const refused = (message: string) => new AppError('update-refused', message)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
