import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The publisher's public key (Ed25519, PEM), against which each update is checked.
 * @returns null where there is none, or the file holds another kind: updates are off then
 */
export function readUpdateKey(file: string): KeyObject | null {
  try {
    const key = createPublicKey(readFileSync(file, 'utf8'))
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}
