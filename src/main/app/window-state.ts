import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Encryption } from '../secrets/encryption'

export interface WindowStateParts {
  file: string
  /** null without a key: the state then ends with the app */
  encrypting: () => Promise<Encryption | null>
  failed: (error: unknown) => void
}

const place = 'window state'

/**
 * Filters, search words, selection and open drawer, restored after a crash or a restart. Search words are personal
 * data, so the state is encrypted on disk.
 */
export class WindowState {
  private now: string | null = null
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly parts: WindowStateParts) {}

  /** @returns null if none was saved, or it cannot be opened */
  async get(): Promise<string | null> {
    this.now ??= await this.read().catch(() => null)
    return this.now
  }

  /** Resolves once it is on disk. */
  keep(state: string): Promise<void> {
    this.now = state
    this.writing = this.writing.then(() => this.write(state)).catch(this.parts.failed)
    return this.writing
  }

  private async read(): Promise<string | null> {
    const encryption = await this.parts.encrypting()
    return encryption && encryption.open(place, await readFile(this.parts.file)).toString()
  }

  private async write(state: string): Promise<void> {
    // A newer state follows.
    if (state !== this.now) return
    const encryption = await this.parts.encrypting()
    if (!encryption) return
    const { file } = this.parts
    await writeFile(`${file}.tmp`, encryption.encrypt(place, Buffer.from(state)), { mode: 0o600 })
    await rename(`${file}.tmp`, file)
  }
}
