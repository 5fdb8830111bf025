import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../../shared/errors'
import type { FileRef, PassthroughDraft } from '../../../shared/model/passthrough'

/** Of all files of one request; in base64 and as a text it needs several times that. */
const mostBytes = 32e6

/** Files the operator chose to send. The renderer names them by a handle of this run and never by a path. */
export class ChosenFiles {
  private readonly paths = new Map<string, string>()

  /** @throws AppError invalid-input for what is no file, or too large */
  async add(path: string): Promise<FileRef> {
    const { bytes } = await readFile(path, mostBytes)
    const ref = randomUUID()
    this.paths.set(ref, path)
    return { ref, name: basename(path), bytes: bytes.length }
  }

  /** The contents of a draft's files in base64, by handle; one that was chosen in an earlier run is missing. */
  async contents({ body }: PassthroughDraft): Promise<Map<string, string>> {
    const contents = new Map<string, string>()
    if (body.kind !== 'parts') return contents
    let left = mostBytes
    for (const { content, enabled } of body.parts) {
      const ref = enabled && content.kind === 'file' ? content.file?.ref : undefined
      const path = ref === undefined ? undefined : this.paths.get(ref)
      if (ref === undefined || path === undefined || contents.has(ref)) continue
      const { bytes } = await readFile(path, left)
      left -= bytes.length
      contents.set(ref, bytes.toString('base64'))
    }
    return contents
  }
}

async function readFile(path: string, limit: number): Promise<{ bytes: Buffer }> {
  let file
  try {
    // Not blocking: opening a pipe by mistake would wait for its other end.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const { size } = await file.stat()
    if (!(await file.stat()).isFile()) throw refused(`${basename(path)} is not a file.`)
    if (size > limit) throw refused(`The files are larger than ${mostBytes / 1e6} MB together.`)
    return { bytes: await file.readFile() }
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : refused(`${basename(path)} cannot be read: ${String(thrown)}`)
  } finally {
    await file?.close()
  }
}

const refused = (message: string) => new AppError('invalid-input', message, { fields: { body: message } })
