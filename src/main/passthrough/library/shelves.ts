import { randomBytes } from 'node:crypto'
import type { LibraryKeeping } from '../../../shared/passthrough/library'
import type { Keeping } from '../../../shared/connectors/snapshot'
import type { KeychainState } from '../../../shared/workspaces/workspace'
import { type HistoryKey, Encryption, type EncryptionState } from '../../secrets/encryption'
import { type PartFiles, MemoryFiles } from './body-files'
import { type LibraryStore, libraryMethods } from './store'
import { AppError } from '../../../shared/errors'
import { Statements } from '../../store/statements'
import type { PartName, EncryptedPart } from '../../store/tables/library/sent'
import { promised } from '../../base/promised'

const patienceMs = 2_500

export interface ShelvesParts {
  kept: LibraryStore
  files: PartFiles
  keeping: () => Keeping
  key: HistoryKey
  changed: (keeping: LibraryKeeping) => void
  patienceMs?: number | undefined
}

const mostInline = 1_000_000

/** There are two: one on disk, and one in memory for this run. */
export class Shelf {
  constructor(
    readonly store: LibraryStore,
    readonly files: PartFiles,
    private readonly state: () => EncryptionState
  ) {}

  /** @throws AppError keychain-locked, keychain-missing; internal for a lost key */
  get key(): Encryption {
    const state = this.state()
    if (state.encryption) return state.encryption
    if (state.why === 'lost')
      throw new AppError('internal', 'This cannot be read: the key it was encrypted with is missing from the keychain.')
    const verb = state.why === 'keychain-locked' ? 'is locked' : 'does not answer'
    throw new AppError(state.why, `The keychain ${verb}. It holds the key for saved requests and history.`)
  }

  /** Bound to its place. Lone surrogates and NULs survive. */
  encrypt(place: string, value: unknown): Uint8Array {
    return own(this.key.encrypt(place, Buffer.from(JSON.stringify(value))))
  }

  /** @throws AppError as `key`; internal for manipulated content */
  open(place: string, encrypted: Uint8Array): unknown {
    return JSON.parse(this.key.open(place, encrypted).toString())
  }

  async part(id: string, part: PartName, content: Uint8Array): Promise<EncryptedPart> {
    const place = boundTo(id, part)
    if (content.length <= mostInline) {
      const encrypted = own(this.key.encrypt(place, content))
      return { part, content: encrypted, file: null, bytes: encrypted.length }
    }
    const encrypted = await this.key.encryptLarge(place, content)
    return { part, content: null, file: await this.files.write(encrypted), bytes: encrypted.length }
  }

  /** null for a missing file. @throws AppError as `open` */
  async content(id: string, { part, content, file }: EncryptedPart): Promise<Buffer | null> {
    const encrypted = content ?? (file === null ? null : await this.files.read(file))
    return encrypted && this.key.openLarge(boundTo(id, part), encrypted)
  }

  async drop(parts: readonly EncryptedPart[]): Promise<void> {
    await this.files.remove(parts.flatMap(({ file }) => file ?? []))
  }
}

const boundTo = (id: string, part: PartName) => `sent ${id} ${part}`

/** A small Buffer is a slice of a large one, which would cross to the thread whole. */
const own = (bytes: Buffer) => new Uint8Array(bytes)

/** In memory, with a key that is not saved. */
async function memoryShelf(): Promise<Shelf> {
  // Loaded late: without SQLite's native part, the app still starts and reports the error.
  const { inMemory } = await import('../../store/open')
  const sql = new Statements(inMemory())
  const methods = libraryMethods((work) => work(sql))
  const encryption = new Encryption(randomBytes(32))
  return new Shelf(
    promised(() => methods),
    new MemoryFiles(),
    () => ({ encryption })
  )
}

/**
 * Encrypted on disk, or in memory without a key or a disk. Asks the keychain only after it reported that it is open,
 * because a question may show the operator a prompt.
 */
export class Shelves {
  private memoryOnly: Shelf | undefined
  private making: Promise<Shelf> | undefined
  private readonly disk: Shelf
  private state: EncryptionState = { encryption: null, why: 'keychain-locked' }
  private refusal = ''
  private answered = () => {}
  private readonly answer = new Promise<void>((resolve) => (this.answered = resolve))

  constructor(private readonly parts: ShelvesParts) {
    this.disk = new Shelf(parts.kept, parts.files, () => this.state)
  }

  /** @returns whether there is a new key now */
  async keychainSaid({ state }: KeychainState): Promise<boolean> {
    if (this.state.encryption) return false
    const now: EncryptionState =
      state === 'unlocked' ? await this.parts.key.state() : { encryption: null, why: `keychain-${state}` }
    return this.become(now)
  }

  /** Replaces a lost key with a new one. */
  async startOver(): Promise<boolean> {
    return this.become(await this.parts.key.startOver())
  }

  get isLost(): boolean {
    return !this.state.encryption && this.state.why === 'lost'
  }

  /** null without a key or a disk. */
  async encrypting(): Promise<Encryption | null> {
    await this.settled()
    return this.onDisk ? this.state.encryption : null
  }

  get onDisk(): boolean {
    return this.parts.keeping().keeping === 'yes'
  }

  private get hasStopped(): boolean {
    return this.parts.keeping().reason === 'stopped'
  }

  get kept(): Shelf {
    return this.disk
  }

  memory(): Promise<Shelf> {
    this.making ??= memoryShelf().then((shelf) => (this.memoryOnly = shelf))
    return this.making
  }

  onlyInMemory(): Shelf | undefined {
    return this.state.encryption && this.onDisk ? this.memoryOnly : undefined
  }

  /** An item may be on either. */
  all(): Shelf[] {
    return this.memoryOnly ? [this.disk, this.memoryOnly] : [this.disk]
  }

  async forEncrypted(): Promise<Shelf> {
    return (await this.encrypting()) ? this.disk : this.memory()
  }

  refused(thrown: unknown): void {
    this.refusal = `The request could not be saved in the history: ${thrown instanceof Error ? thrown.message : String(thrown)}`
    this.parts.changed(this.keeping())
  }

  async forPlain(): Promise<Shelf> {
    return this.hasStopped ? this.memory() : this.disk
  }

  /** Skips a disk that no longer works. */
  async ask<T>(question: (shelf: Shelf) => Promise<T>): Promise<{ shelf: Shelf; value: T }[]> {
    await this.settled()
    const answers = await Promise.all(
      this.all().map(async (shelf) => {
        try {
          return [{ shelf, value: await question(shelf) }]
        } catch (thrown) {
          if (shelf === this.disk && this.hasStopped) return []
          throw thrown
        }
      })
    )
    return answers.flat()
  }

  keeping(): LibraryKeeping {
    const { keeping, message } = this.parts.keeping()
    if (keeping === 'no') return { keeping: 'memory', reason: 'storage', message }
    if (this.refusal)
      return { keeping: 'memory', reason: 'storage', message: `${this.refusal}. It is lost when the app quits.` }
    if (this.state.encryption) return { keeping: 'sealed', reason: null, message: '' }
    return { keeping: 'memory', reason: this.state.why, message: messages[this.state.why] }
  }

  async settled(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.parts.patienceMs ?? patienceMs)))
    await Promise.race([this.answer, enough])
    clearTimeout(timer)
  }

  private become(now: EncryptionState): boolean {
    const opened = !this.state.encryption && now.encryption !== null
    this.state = now
    this.answered()
    this.parts.changed(this.keeping())
    return opened
  }
}

const untilQuit = 'New requests, responses and drafts are lost when the app quits.'
const messages = {
  'keychain-locked': `The keychain is locked. ${untilQuit} Unlock it to keep them and to read earlier ones.`,
  'keychain-missing': `No keychain was found for the key that encrypts them. ${untilQuit}`,
  lost: `History and saved requests cannot be read: the key they were encrypted with is missing from the keychain. ${untilQuit} Starting over deletes them and creates a new key.`
}
