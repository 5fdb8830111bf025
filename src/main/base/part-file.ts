import { constants } from 'node:fs'
import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/errors'
import { fileTrouble, writeAll } from './file-trouble'

/** Buffers small pages to write fewer, larger blocks. */
const writtenAtOnce = 256_000

/**
 * Grows as `<file>.part`, readable by its owner only, and gets its real name when complete. Never follows or replaces
 * links.
 */
export class PartFile {
  bytes = 0
  private pending: Uint8Array[] = []
  private written = 0

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
    /** True if the dialog confirmed replacing the file. */
    private readonly mayReplace: boolean
  ) {}

  /** @throws AppError file-conflict if the name is taken; file-refused, disk-full, internal */
  static async begin(path: string): Promise<PartFile> {
    const there = await lstat(path).catch(() => null)
    if (there && !there.isFile()) throw inTheWay(path, there.isSymbolicLink())
    const part = partOf(path)
    const left = await lstat(part).catch(() => null)
    if (left?.isSymbolicLink()) throw inTheWay(part, true)
    if (left) {
      const message = `${basename(part)} is there already: an export writes it, or was cut off. Remove it, or choose another name.`
      throw new AppError('file-conflict', message)
    }
    try {
      const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants
      return new PartFile(path, await open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600), there !== null)
    } catch (thrown) {
      throw fileTrouble(thrown, basename(part))
    }
  }

  get name(): string {
    return basename(partOf(this.path))
  }

  /** @throws AppError too-large if the disk is full */
  async write(content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : ownBytes(content)
    this.pending.push(bytes)
    this.bytes += bytes.length
    if (this.bytes - this.written >= writtenAtOnce) await this.flush()
  }

  /**
   * Renames the file once it is on the disk.
   * @throws AppError file-conflict, file-refused, disk-full, internal
   */
  async finish(): Promise<void> {
    await this.flush()
    try {
      await this.file.sync()
      await this.file.close()
      const there = await lstat(this.path).catch(() => null)
      if (there && !there.isFile()) throw inTheWay(this.path, there.isSymbolicLink())
      if (there && !this.mayReplace) {
        throw new AppError('file-conflict', `${basename(this.path)} came into being meanwhile and was left as it is.`)
      }
      await rename(partOf(this.path), this.path)
    } catch (thrown) {
      throw fileTrouble(thrown, basename(this.path))
    }
    await syncFolder(dirname(this.path))
  }

  /** Leaves the incomplete `.part` file. */
  async leave(): Promise<void> {
    await this.flush().catch(() => undefined)
    await this.file.close().catch(() => undefined)
  }

  async discard(): Promise<void> {
    await this.file.close().catch(() => undefined)
    await rm(partOf(this.path), { force: true })
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.concat(this.pending)
    this.pending = []
    try {
      await writeAll(this.file, bytes, this.written)
    } catch (thrown) {
      throw fileTrouble(thrown, this.name)
    }
    this.written += bytes.length
  }
}

const partOf = (path: string) => `${path}.part`

function inTheWay(path: string, isLink: boolean): AppError {
  const why = isLink ? 'is a link to another place, which is not followed' : 'is not a file'
  return new AppError('file-conflict', `${basename(path)} ${why}. Choose another name.`)
}

/** Protects the new name from a power cut; systems that refuse this save it a little later. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** A small piece of a large buffer would keep all of it until it is written. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return 2 * bytes.length < bytes.buffer.byteLength ? Buffer.from(bytes) : bytes
}
