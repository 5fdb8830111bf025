import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { longestSecret, type SecretStore } from './secret-store'

/** A token and the one origin it may be sent to. */
export interface BoundToken {
  token: string
  origin: string
}

const entry = z.strictObject({ origin: z.string(), token: z.string() })

/** Whether token and origin fit into one credential (Windows: 2,560 bytes). */
export function fitsOneEntry(bound: BoundToken): boolean {
  return Buffer.byteLength(written(bound)) <= longestSecret
}

/**
 * The words for a token that is kept for one origin and asked for by another. Settings are a file that can be edited;
 * the keychain decides where a token goes.
 */
export function otherOrigin(kept: string, asked: string): AppError {
  return new AppError(
    'other-address',
    `The token that is kept belongs to ${kept}, but the settings now say ${asked}. It was not sent there.`
  )
}

/** Tokens in the keychain, each in one entry with its origin: `{"origin":…,"token":…}`. */
export class BoundTokens {
  constructor(private readonly secrets: SecretStore) {}

  /** @throws AppError invalid-input where both are too long for one entry; keychain-locked, keychain-missing */
  async set(account: string, { token, origin }: BoundToken): Promise<void> {
    if (!fitsOneEntry({ token, origin })) throw new AppError('invalid-input', 'The token is too long for the keychain.')
    await this.secrets.set(account, written({ token, origin }))
  }

  /**
   * @returns null where nothing is kept, or where the keychain is locked
   * @throws AppError other-address where the entry is bound to another origin; no-token where to none
   */
  async get(account: string, origin: string): Promise<string | null> {
    const text = await this.secrets.get(account)
    if (text === null) return null
    const bound = read(text)
    if (!bound) throw new AppError('no-token', `The token that is kept names no address. Enter the token of ${origin}.`)
    if (bound.origin !== origin) throw otherOrigin(bound.origin, origin)
    return bound.token
  }

  /** What an earlier version kept without an origin; null where there is none. */
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
