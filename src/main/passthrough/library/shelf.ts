import { randomBytes } from 'node:crypto'
import { AppError } from '../../../shared/errors'
import { Statements } from '../../store/statements'
import type { PartName, EncryptedPart } from '../../store/tables/library/sent'
import { promised } from '../../base/promised'
import { Encryption, type EncryptionState } from '../../secrets/encryption'
import { MemoryFiles, type PartFiles } from './body-files'
import { libraryMethods, type LibraryStore } from './store'

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
export async function memoryShelf(): Promise<Shelf> {
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
