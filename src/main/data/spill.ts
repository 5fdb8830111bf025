import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors'
import { Encryption } from '../secrets/encryption'
import { fileTrouble, writeAll } from '../base/file-trouble'
import { Numbers } from './numbers'

/** Bytes of a chunk that also stays in memory while it is the last. */
const mostOpen = 1_000_000

/** The rows of one page, one line of JSON each. */
export interface Chunk {
  /** The first row, from 0. */
  firstRow: number
  rows: number
  /** From 1. */
  page: number
  lines: Buffer
}

/**
 * Encrypted with a key that exists only in memory: a kill leaves only noise. Memory holds 32 bytes a page, and the last one's lines.
 */
export class Spill {
  rows = 0
  private readonly encryption = new Encryption(randomBytes(32))
  private readonly offsets = new Numbers()
  private readonly lengths = new Numbers()
  private readonly firstRows = new Numbers()
  private readonly pages = new Numbers()
  private end = 0
  /** The lines of the last chunk: an export that keeps up takes them as they are. */
  private newest: Buffer | null = null
  private removed = false

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle
  ) {}

  /** Makes a file that only its owner can read. @throws AppError file-conflict, file-refused, disk-full, internal */
  static async make(folder: string, name: string): Promise<Spill> {
    try {
      await ownFolder(folder)
      const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants
      const path = join(folder, `${name}.spill`)
      return new Spill(path, await open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600))
    } catch (thrown) {
      throw fileTrouble(thrown, 'The file for the rows of a fetch')
    }
  }

  get chunks(): number {
    return this.offsets.length
  }

  /**
   * Adds a page; an empty page leaves no trace.
   * @param lines a JSON text a line, without a break behind the last
   * @throws AppError too-large if the disk is full; earlier pages stay readable
   */
  async append(page: number, lines: Buffer, rows: number): Promise<void> {
    if (rows === 0) return
    const encrypted = await this.encryption.encryptLarge(String(this.chunks), lines)
    try {
      await writeAll(this.file, encrypted, this.end)
    } catch (thrown) {
      throw fileTrouble(thrown, 'The file for the rows of this fetch')
    }
    this.offsets.push(this.end)
    this.lengths.push(encrypted.length)
    this.firstRows.push(this.rows)
    this.pages.push(page)
    this.end += encrypted.length
    this.rows += rows
    this.newest = lines.length <= mostOpen ? lines : null
  }

  chunkOf(row: number): number {
    return this.firstRows.lastUpTo(row)
  }

  /** @throws AppError not-found for a missing chunk; internal if the file was changed or is gone */
  async read(chunk: number): Promise<Chunk> {
    if (chunk < 0 || chunk >= this.chunks) throw new AppError('not-found', 'This row is not there.')
    const firstRow = this.firstRows.at(chunk)
    const next = chunk + 1 < this.chunks ? this.firstRows.at(chunk + 1) : this.rows
    const [rows, page] = [next - firstRow, this.pages.at(chunk)]
    const open = chunk + 1 === this.chunks ? this.newest : null
    return { firstRow, rows, page, lines: open ?? (await this.readFile(chunk)) }
  }

  async remove(): Promise<void> {
    this.removed = true
    this.newest = null
    await this.file.close().catch(() => undefined)
    await rm(this.path, { force: true })
  }

  private async readFile(chunk: number): Promise<Buffer> {
    const encrypted = Buffer.allocUnsafeSlow(this.lengths.at(chunk))
    try {
      for (let done = 0; done < encrypted.length;) {
        const { bytesRead } = await this.file.read(
          encrypted,
          done,
          encrypted.length - done,
          this.offsets.at(chunk) + done
        )
        if (bytesRead === 0) throw new AppError('internal', 'The rows of this fetch are lost: their file was cut.')
        done += bytesRead
      }
    } catch (thrown) {
      if (this.removed) throw new AppError('not-found', 'This fetch was closed.')
      if (thrown instanceof AppError) throw thrown
      throw new AppError('internal', `The rows of this fetch cannot be read: ${(thrown as Error).message}.`)
    }
    return this.encryption.openLarge(String(chunk), encrypted)
  }
}

/** Removes files of an earlier run: their key is gone. */
export async function tidySpills(folder: string): Promise<void> {
  const there = await lstat(folder).catch(() => null)
  if (!there?.isDirectory()) return
  const left = (await readdir(folder)).filter((name) => name.endsWith('.spill'))
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
}

async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!(await lstat(folder)).isDirectory()) {
    throw new AppError('file-conflict', 'The folder for fetched rows is a link to another place. Remove it.')
  }
}
