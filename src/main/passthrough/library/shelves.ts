import type { LibraryKeeping } from '../../../shared/passthrough/library'
import type { Keeping } from '../../../shared/connectors/snapshot'
import type { KeychainState } from '../../../shared/workspaces/workspace'
import type { HistoryKey, Encryption, EncryptionState } from '../../secrets/encryption'
import type { PartFiles } from './body-files'
import type { LibraryStore } from './store'
import { memoryShelf, Shelf } from './shelf'

/** How long the first use waits for a keychain that asks the operator to unlock it, ms. */
const patienceMs = 2_500

export interface ShelvesParts {
  kept: LibraryStore
  files: PartFiles
  /** Whether the database is on disk. */
  keeping: () => Keeping
  key: HistoryKey
  /** Called whenever the state of keeping may have changed. */
  changed: (keeping: LibraryKeeping) => void
  patienceMs?: number | undefined
}

/**
 * Where things go: onto disk, sealed, or into memory while there is no key or no disk. The keychain is not asked
 * without need, since each question may show the operator a prompt: it is asked once it has reported that it is open.
 */
export class Shelves {
  /** Ends with this run. Made when it is first needed. */
  private memoryOnly: Shelf | undefined
  private making: Promise<Shelf> | undefined
  private readonly disk: Shelf
  private state: EncryptionState = { encryption: null, why: 'keychain-locked' }
  /** Why the disk did not take what was sent last. */
  private refusal = ''
  private answered = () => {}
  private readonly answer = new Promise<void>((resolve) => (this.answered = resolve))

  constructor(private readonly parts: ShelvesParts) {
    this.disk = new Shelf(parts.kept, parts.files, () => this.state)
  }

  /** Takes in the state the keychain reported. @returns whether there is a key now and was none before */
  async keychainSaid({ state }: KeychainState): Promise<boolean> {
    if (this.state.encryption) return false
    const now: EncryptionState =
      state === 'unlocked' ? await this.parts.key.state() : { encryption: null, why: `keychain-${state}` }
    return this.become(now)
  }

  /** Makes a new key in place of one that is lost. */
  async startOver(): Promise<boolean> {
    return this.become(await this.parts.key.startOver())
  }

  get isLost(): boolean {
    return !this.state.encryption && this.state.why === 'lost'
  }

  /** The sealing key for what outlives this run; null while there is no key or no disk. */
  async encrypting(): Promise<Encryption | null> {
    await this.settled()
    return this.onDisk ? this.state.encryption : null
  }

  /** Whether the database outlives this run. */
  get onDisk(): boolean {
    return this.parts.keeping().keeping === 'yes'
  }

  private get hasStopped(): boolean {
    return this.parts.keeping().reason === 'stopped'
  }

  /** The shelf on disk, whether or not its key is there. */
  get kept(): Shelf {
    return this.disk
  }

  memory(): Promise<Shelf> {
    this.making ??= memoryShelf().then((shelf) => (this.memoryOnly = shelf))
    return this.making
  }

  /** What is only in memory while it could be kept. */
  onlyInMemory(): Shelf | undefined {
    return this.state.encryption && this.onDisk ? this.memoryOnly : undefined
  }

  /** Those in use: what is looked for may be on either. */
  all(): Shelf[] {
    return this.memoryOnly ? [this.disk, this.memoryOnly] : [this.disk]
  }

  /** Where something new and sealed goes. */
  async forEncrypted(): Promise<Shelf> {
    return (await this.encrypting()) ? this.disk : this.memory()
  }

  /** What was sent last is in memory, as the disk did not take it. */
  refused(thrown: unknown): void {
    this.refusal = `The request could not be saved in the history: ${thrown instanceof Error ? thrown.message : String(thrown)}`
    this.parts.changed(this.keeping())
  }

  /** Where something new goes that needs no seal: names of folders, variables. */
  async forPlain(): Promise<Shelf> {
    return this.hasStopped ? this.memory() : this.disk
  }

  /** Asks every shelf in use. One on disk that no longer works is skipped. */
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

  /** Waits until the keychain has answered for the first time, but not longer than an operator would. */
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
