import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the app's resources. Only an unpackaged app takes another key from its environment, for tests. */
export function updateKeyFile(
  packaged: boolean,
  environment: Readonly<Record<string, string | undefined>>,
  resources: string
): string {
  const own = join(resources, 'update-key.pem')
  return packaged ? own : (environment['CONNECTOR_DESK_UPDATE_KEY'] ?? own)
}

/**
 * The publisher's public key (Ed25519, PEM), which checks each update.
 * @returns null for a missing file or another kind of key: updates are off then
 */
export function readUpdateKey(file: string): KeyObject | null {
  try {
    const key = createPublicKey(readFileSync(file, 'utf8'))
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}
