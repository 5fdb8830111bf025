import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileTrouble } from '../base/file-trouble'
import { PartFile } from '../base/part-file'
import type { Download, FileAnswer } from '../http/download'
import { TransportFailure } from '../http/transport'
import { refused, type UpdatePackage } from './manifest'
import { failureOf, refusalOf } from './failures'

/** Holds at most one package, for its owner only. */
export class PackageFolder {
  constructor(private readonly folder: string) {}

  pathOf({ name }: Pick<UpdatePackage, 'name'>): string {
    return join(this.folder, name)
  }

  /** @param keeps names to keep */
  async tidy(keeps: (name: string) => boolean = () => false): Promise<void> {
    const names = await readdir(this.folder).catch(() => [])
    const left = names.filter((name) => !keeps(name))
    await Promise.all(left.map((name) => rm(join(this.folder, name), { recursive: true, force: true })))
  }

  /** Removes unfinished downloads of an earlier run. */
  tidyParts(): Promise<void> {
    return this.tidy((name) => !name.endsWith('.part'))
  }

  /** Whether the package is there and matches the signed list. */
  async holds(of: UpdatePackage): Promise<boolean> {
    const path = this.pathOf(of)
    const there = await stat(path).catch(() => null)
    if (there?.size !== of.bytes) return false
    const hash = createHash('sha512')
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex') === of.sha512
  }

  /**
   * Downloads a package and names it only after all checks; a failure leaves nothing.
   * @param told the bytes so far
   * @throws AppError update-refused, update-failed, cancelled, untrusted-certificate, disk-full, file-refused
   */
  async fetch(
    of: UpdatePackage,
    url: URL,
    download: Download,
    signal: AbortSignal,
    told: (bytes: number) => void
  ): Promise<void> {
    await this.open()
    const part = await PartFile.begin(this.pathOf(of))
    const hash = createHash('sha512')
    try {
      const answer = await download({
        url,
        signal,
        maxBytes: of.bytes,
        take: async (piece) => {
          hash.update(piece)
          await part.write(piece)
          told(part.bytes)
        }
      })
      check(answer, of, hash.digest('hex'))
      await part.finish()
    } catch (thrown) {
      await part.discard()
      throw asSaid(thrown, of)
    }
  }

  private async open(): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      await chmod(this.folder, 0o700)
      await this.tidy()
    } catch (thrown) {
      throw fileTrouble(thrown, 'The folder for updates')
    }
  }
}

function check({ status, bytes }: FileAnswer, of: UpdatePackage, sha512: string): void {
  if (status !== 200) throw refusalOf(status, of.name)
  if (bytes !== of.bytes)
    throw refused(`${of.name} is shorter than its signed size: ${count(bytes)} of ${count(of.bytes)} bytes came.`)
  if (sha512 !== of.sha512) throw refused(`${of.name} was changed: its digest is not the one that was signed.`)
}

function asSaid(thrown: unknown, of: UpdatePackage): unknown {
  if (!(thrown instanceof TransportFailure)) return thrown
  if (thrown.code === 'too-large')
    return refused(`${of.name} is longer than its signed size of ${count(of.bytes)} bytes.`)
  return failureOf(thrown)
}

const count = (bytes: number) => bytes.toLocaleString('en')
