import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignatureCheck } from '../../shared/webhooks/signature'
import { AppError } from '../../shared/errors'
import type { Place } from '../../shared/workspaces/place'
import type { SecretStore } from '../secrets/secret-store'
import type { SettingsStore } from '../settings/settings-schema'

/** Usual differences between a copied body and the signed bytes. */
const repairs: readonly (readonly [name: string, undo: (body: string) => string])[] = [
  ['without the line break at its end', (body) => body.replace(/\r?\n$/, '')],
  ['with Unix line breaks', (body) => body.replaceAll('\r\n', '\n')],
  ['without spaces and line breaks between its parts', (body) => minified(body)],
  ['without the byte order mark at its start', (body) => body.replace(/^\uFEFF/, '')]
]

/**
 * HMAC-SHA256 over the raw bytes of the body, in base64url, padded or not, in constant time. After a mismatch, tries
 * the usual copying mistakes.
 * @param body as received, UTF-8
 * @param given the value of the header that ends in `-Webhook-Signature`, or the whole line
 */
export function checkSignature(key: string, body: string, given: string): SignatureCheck {
  const value = valueOf(given)
  if (value === '') return no('There is no signature: paste the value of the header that ends in -Webhook-Signature.')
  if (body === '') return no('There is no body: paste it exactly as it was received.')
  const signature = bytesOf(value)
  if (!signature) return no('This is not a signature: it should be 43 or 44 characters of base64url.')
  if (matches(key, body, signature))
    return { verified: true, why: 'It was signed with this key, and the body is unchanged.' }
  const repaired = repairs.find(([, undo]) => undo(body) !== body && matches(key, undo(body), signature))
  if (repaired) {
    return no(`The key is right, but the body was changed on the way: it matches ${repaired[0]}. Sign the raw bytes.`)
  }
  if (key !== key.trim() && matches(key.trim(), body, signature)) {
    return no('The key has a space or a line break at an end. Without it, the signature matches.')
  }
  return no(
    'It does not match: another key (a new one replaces the old at once), a body that is not the raw text, or a delivery from another sender.'
  )
}

/** Whether the key is right, even if the body changed on the way. */
export function isKeyOf(key: string, body: string, given: string): boolean {
  const signature = bytesOf(valueOf(given))
  return (
    signature !== null && [body, ...repairs.map(([, undo]) => undo(body))].some((one) => matches(key, one, signature))
  )
}

const no = (why: string): SignatureCheck => ({ verified: false, why })

function matches(key: string, body: string, signature: Buffer): boolean {
  return timingSafeEqual(createHmac('sha256', key).update(body, 'utf8').digest(), signature)
}

function valueOf(given: string): string {
  return given.trim().replace(/^[\w-]{1,200}-signature\s{0,99}:\s{0,99}/i, '')
}

/** null for anything but 32 bytes in base64url or base64 */
function bytesOf(text: string): Buffer | null {
  if (!/^[\w+/-]{43}=?$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === 32 ? bytes : null
}

function minified(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}

/** The settings list the places that have a key, so that the app asks the keychain only for these. */
export class SignatureKeys {
  constructor(
    private readonly settings: SettingsStore,
    private readonly secrets: SecretStore
  ) {}

  has({ workspaceId, region }: Place): boolean {
    return this.settings.get().signatureKeys.some((one) => one.workspaceId === workspaceId && one.region === region)
  }

  /** @returns null for none @throws AppError keychain-locked if the stored key is unavailable */
  async read(place: Place): Promise<string | null> {
    if (!this.has(place)) return null
    const key = await this.secrets.get(accountOf(place))
    if (key === null) throw new AppError('keychain-locked', 'The signature key is in the keychain, which is locked.')
    return key
  }

  /**
   * The settings name a key before it is stored and until it is removed. @throws AppError keychain-locked,
   * keychain-missing; file-refused
   */
  async keep(place: Place, key: string): Promise<void> {
    const { workspaceId, region } = place
    const isNamed = this.has(place)
    const { signatureKeys } = this.settings.get()
    if (!isNamed) this.settings.update({ signatureKeys: [...signatureKeys, { workspaceId, region }] })
    try {
      await this.secrets.set(accountOf(place), key)
    } catch (thrown) {
      if (!isNamed) this.unname(place)
      throw thrown
    }
  }

  /** @throws AppError keychain-locked, keychain-missing */
  async forget(place: Place): Promise<void> {
    if (!this.has(place)) return
    await this.secrets.delete(accountOf(place))
    this.unname(place)
  }

  /** @throws AppError keychain-locked, keychain-missing */
  async forgetWorkspace(workspaceId: string): Promise<void> {
    for (const place of this.settings.get().signatureKeys) {
      if (place.workspaceId === workspaceId) await this.forget(place)
    }
  }

  /** A failing disk leaves a name without a key: a lookup then finds none. */
  private unname({ workspaceId, region }: Place): void {
    const left = this.settings
      .get()
      .signatureKeys.filter((one) => one.workspaceId !== workspaceId || one.region !== region)
    this.settings.update({ signatureKeys: left }, 'for-now')
  }
}

const accountOf = ({ workspaceId, region }: Place) => `${workspaceId}:${region}:webhook-signature`
