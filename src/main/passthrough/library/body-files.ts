import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const named = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Files for encrypted parts that are too large for the database. */
export interface PartFiles {
  write(content: Uint8Array): Promise<string>
  read(name: string): Promise<Uint8Array | null>
  remove(names: readonly string[]): Promise<void>
}

/** Random names reveal nothing, and the app uses none twice. */
export class BodyFiles implements PartFiles {
  private readonly ofThisRun = new Set<string>()

  constructor(private readonly folder: string) {}

  async write(content: Uint8Array): Promise<string> {
    const name = randomUUID()
    this.ofThisRun.add(name)
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    try {
      const file = await open(this.pathOf(name), 'wx', 0o600)
      try {
        await file.writeFile(content)
        // The row that names the file is written later, also across a power cut.
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (thrown) {
      await this.remove([name])
      throw thrown
    }
    return name
  }

  async read(name: string): Promise<Uint8Array | null> {
    try {
      return await readFile(this.pathOf(name))
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw thrown
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(this.pathOf(name), { force: true })
  }

  /** Removes files that no send names, but not foreign files. @returns how many */
  async sweep(known: () => Promise<readonly string[]>): Promise<number> {
    const present = await readdir(this.folder).catch(() => [])
    const kept = new Set(await known())
    const orphans = present.filter((name) => named.test(name) && !kept.has(name) && !this.ofThisRun.has(name))
    await this.remove(orphans)
    return orphans.length
  }

  /** A name from a manipulated database must not lead out of the folder. */
  private pathOf(name: string): string {
    if (!named.test(name)) throw new Error('Not a file of the history.')
    return join(this.folder, name)
  }
}

export class MemoryFiles implements PartFiles {
  private readonly files = new Map<string, Uint8Array>()

  async write(content: Uint8Array): Promise<string> {
    const name = randomUUID()
    this.files.set(name, content)
    return name
  }

  async read(name: string): Promise<Uint8Array | null> {
    return this.files.get(name) ?? null
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) this.files.delete(name)
  }
}
