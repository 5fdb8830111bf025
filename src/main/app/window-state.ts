import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Encryption } from '../secrets/encryption'

export interface WindowStateParts {
  file: string
  /** null while nothing can be sealed: the state then lives as long as the app. */
  encrypting: () => Promise<Encryption | null>
  /** Called with what kept it from the disk. */
  failed: (error: unknown) => void
}

const place = 'window state'

/**
 * What the window shows (filters, search words, the selection, an open drawer), so that a page that crashed, an app
 * that was killed and a restart go on where it was. The text is the window's own; search words are people's data, so
 * it is sealed before it reaches the disk, and written whole or not at all.
 */
export class WindowState {
  private now: string | null = null
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly parts: WindowStateParts) {}

  /** @returns null where none was kept, or it cannot be opened */
  async get(): Promise<string | null> {
    this.now ??= await this.read().catch(() => null)
    return this.now
  }

  /** Resolves when it is on disk. */
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
    // A newer one is on its way.
    if (state !== this.now) return
    const encryption = await this.parts.encrypting()
    if (!encryption) return
    const { file } = this.parts
    await writeFile(`${file}.tmp`, encryption.encrypt(place, Buffer.from(state)), { mode: 0o600 })
    await rename(`${file}.tmp`, file)
  }
}
