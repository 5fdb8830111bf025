import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import type { SecretStore } from './secret-store'

/** Keychain account of the history's encryption key. */
export const historyKeyAccount = 'history-key'

/** True if a key was ever stored: an empty and a locked keychain look alike. */
export interface KeyFlag {
  get(): boolean
  set(stored: boolean): void
}

const cipher = 'aes-256-gcm'
const version = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes
/** Bytes per slice of a large record: some 20 ms. */
const sliceBytes = 2_000_000

/**
 * Encrypts records with AES-256-GCM: `version, nonce (96 bit, random per record), tag, text`. Authenticates the id too.
 */
export class Encryption {
  constructor(private readonly key: Buffer) {}

  encrypt(id: string, content: Uint8Array): Buffer {
    const { encrypting, finish } = this.begin(id)
    return finish(Buffer.concat([Buffer.alloc(headBytes), encrypting.update(content)]))
  }

  /** Works in slices: a body of 50 MB would block everything for a third of a second. */
  async encryptLarge(id: string, content: Uint8Array): Promise<Buffer> {
    const { encrypting, finish } = this.begin(id)
    const record = Buffer.allocUnsafeSlow(headBytes + content.length)
    for (let at = 0; at < content.length; at += sliceBytes) {
      record.set(encrypting.update(content.subarray(at, at + sliceBytes)), headBytes + at)
      if (at + sliceBytes < content.length) await pause()
    }
    return finish(record)
  }

  /** @throws AppError internal for a changed record, another id or another key */
  open(id: string, record: Uint8Array): Buffer {
    try {
      const { opening, text } = this.beginOpening(id, record)
      return Buffer.concat([opening.update(text), opening.final()])
    } catch {
      throw cannotOpen()
    }
  }

  /** Works in slices; returns nothing before all is verified. */
  async openLarge(id: string, record: Uint8Array): Promise<Buffer> {
    try {
      const { opening, text } = this.beginOpening(id, record)
      const content = Buffer.allocUnsafeSlow(text.length)
      for (let at = 0; at < text.length; at += sliceBytes) {
        content.set(opening.update(text.subarray(at, at + sliceBytes)), at)
        if (at + sliceBytes < text.length) await pause()
      }
      opening.final()
      return content
    } catch {
      throw cannotOpen()
    }
  }

  /** @returns the cipher, and a function that writes the head before the text */
  private begin(id: string) {
    const nonce = randomBytes(nonceBytes)
    const encrypting = createCipheriv(cipher, this.key, nonce, { authTagLength: tagBytes })
    encrypting.setAAD(boundTo(id))
    const finish = (record: Buffer): Buffer => {
      encrypting.final()
      record[0] = version
      record.set(nonce, 1)
      record.set(encrypting.getAuthTag(), 1 + nonceBytes)
      return record
    }
    return { encrypting, finish }
  }

  private beginOpening(id: string, record: Uint8Array) {
    const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength)
    if (bytes[0] !== version || bytes.length < headBytes) throw new Error('Not a sealed record.')
    const nonce = bytes.subarray(1, 1 + nonceBytes)
    const opening = createDecipheriv(cipher, this.key, nonce, { authTagLength: tagBytes })
    opening.setAAD(boundTo(id))
    opening.setAuthTag(bytes.subarray(1 + nonceBytes, headBytes))
    return { opening, text: bytes.subarray(headBytes) }
  }
}

const cannotOpen = () =>
  new AppError('internal', 'This record of the history cannot be opened: it was changed, or its key is gone.')
const boundTo = (id: string) => Buffer.from(`connector-desk history ${version} ${id}`)

export type EncryptionState =
  | { encryption: Encryption }
  /** Nothing is written to disk then. `lost`: the keychain is open but has no key. */
  | { encryption: null; why: 'keychain-locked' | 'keychain-missing' | 'lost' }

/** The history's key: made on first use, read once per run, never replaced automatically. */
export class HistoryKey {
  private reading: Promise<EncryptionState> | undefined

  constructor(
    private readonly secrets: SecretStore,
    private readonly flag: KeyFlag
  ) {}

  /** Asks again after a failed answer; parallel questions share one answer. */
  async state(): Promise<EncryptionState> {
    this.reading ??= this.read()
    const state = await this.reading
    if (!state.encryption) this.reading = undefined
    return state
  }

  /** Replaces a lost key and gives up what it encrypted ("Forget history"). */
  async startOver(): Promise<EncryptionState> {
    const { state } = await this.secrets.check()
    if (state !== 'unlocked') return { encryption: null, why: `keychain-${state}` }
    this.reading = this.make()
    return this.state()
  }

  private async read(): Promise<EncryptionState> {
    const kept = await this.secrets.get(historyKeyAccount).catch(() => null)
    const key = kept === null ? null : Buffer.from(kept, 'base64')
    if (key?.length === 32) {
      if (!this.flag.get()) this.flag.set(true)
      return { encryption: new Encryption(key) }
    }
    // Null means empty, locked or missing; the keychain's state tells which.
    const { state } = await this.secrets.check()
    if (state !== 'unlocked') return { encryption: null, why: `keychain-${state}` }
    return this.flag.get() || kept !== null ? { encryption: null, why: 'lost' } : this.make()
  }

  private async make(): Promise<EncryptionState> {
    const key = randomBytes(32)
    const text = key.toString('base64')
    try {
      await this.secrets.set(historyKeyAccount, text)
      // Reads the key back before use: losing it loses everything.
      if ((await this.secrets.get(historyKeyAccount)) !== text) return { encryption: null, why: 'keychain-locked' }
    } catch (thrown) {
      const missing = thrown instanceof AppError && thrown.code === 'keychain-missing'
      return { encryption: null, why: missing ? 'keychain-missing' : 'keychain-locked' }
    }
    this.flag.set(true)
    return { encryption: new Encryption(key) }
  }
}
