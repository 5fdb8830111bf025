import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { longestSecret, type SecretStore } from './secret-store'

/** A token and its only allowed origin. */
export interface BoundToken {
  token: string
  origin: string
}

const entry = z.strictObject({ origin: z.string(), token: z.string() })

/** True if both fit into one credential (Windows: 2,560 bytes). */
export function fitsOneEntry(bound: BoundToken): boolean {
  return Buffer.byteLength(written(bound)) <= longestSecret
}

/** Settings are an editable file, so the keychain decides where a token may go. */
export function otherOrigin(kept: string, asked: string): AppError {
  return new AppError(
    'other-address',
    `The token that is kept belongs to ${kept}, but the settings now say ${asked}. It was not sent there.`
  )
}

/** Keychain entries of the form `{"origin":…,"token":…}`. */
export class BoundTokens {
  constructor(private readonly secrets: SecretStore) {}

  /** @throws AppError invalid-input if both are too long for one entry; keychain-locked, keychain-missing */
  async set(account: string, { token, origin }: BoundToken): Promise<void> {
    if (!fitsOneEntry({ token, origin })) throw new AppError('invalid-input', 'The token is too long for the keychain.')
    await this.secrets.set(account, written({ token, origin }))
  }

  /**
   * @returns null for no entry or a locked keychain
   * @throws AppError other-address for another origin; no-token for an entry without origin
   */
  async get(account: string, origin: string): Promise<string | null> {
    const text = await this.secrets.get(account)
    if (text === null) return null
    const bound = read(text)
    if (!bound) throw new AppError('no-token', `The token that is kept names no address. Enter the token of ${origin}.`)
    if (bound.origin !== origin) throw otherOrigin(bound.origin, origin)
    return bound.token
  }

  /** A token without origin from an earlier version; null for none. */
  async unbound(account: string): Promise<string | null> {
    const text = await this.secrets.get(account)
    return text === null || read(text) ? null : text
  }

  delete(account: string): Promise<void> {
    return this.secrets.delete(account)
  }
}

const written = ({ origin, token }: BoundToken) => JSON.stringify({ origin, token })

function read(text: string): BoundToken | null {
  try {
    return entry.parse(JSON.parse(text))
  } catch {
    return null
  }
}
