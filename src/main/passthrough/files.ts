import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import type { FileRef, PassthroughDraft } from '../../shared/model/passthrough'
import { readChosen } from '../base/chosen-file'

/** Of all files of one request; in base64 and as a text it needs several times that. */
const mostBytes = 32e6

/** Files the operator chose to send. The renderer names them by a handle of this run and never by a path. */
export class ChosenFiles {
  private readonly paths = new Map<string, string>()

  /** @throws AppError invalid-input for what is not a file, or too large */
  async add(path: string): Promise<FileRef> {
    const bytes = await contentOf(path, mostBytes)
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
      const bytes = await contentOf(path, left)
      left -= bytes.length
      contents.set(ref, bytes.toString('base64'))
    }
    return contents
  }
}

function contentOf(path: string, left: number): Promise<Buffer> {
  return readChosen(path, left).catch((thrown: AppError) => {
    const together = `The files are larger than ${mostBytes / 1e6} MB together.`
    throw refused(thrown.code === 'too-large' ? together : thrown.message)
  })
}

const refused = (message: string) => new AppError('invalid-input', message, { fields: { body: message } })
