import { isUtf8 } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import type { FileRef, PassthroughDraft } from '../../shared/passthrough/passthrough'
import { readChosen } from '../base/chosen-file'
import type { SentFile } from '../guard/confirmer'

/** For all files of one request; base64 and text need several times that. */
const mostBytes = 32e6

/** The renderer names a chosen file by a handle of this run, never by a path. */
export class ChosenFiles {
  private readonly paths = new Map<string, string>()

  /** @throws AppError invalid-input for anything but a file, or one too large */
  async add(path: string): Promise<FileRef> {
    const bytes = await contentOf(path, mostBytes)
    const ref = randomUUID()
    this.paths.set(ref, path)
    return { ref, name: basename(path), bytes: bytes.length }
  }

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

export function sentFiles({ body }: PassthroughDraft, contents: ReadonlyMap<string, string>): SentFile[] {
  const parts = body.kind === 'parts' ? body.parts : []
  return parts.flatMap(({ content, enabled }) => {
    const file = enabled && content.kind === 'file' ? content.file : null
    const base64 = file && contents.get(file.ref)
    if (!file || base64 === undefined || base64 === null) return []
    const bytes = Buffer.from(base64, 'base64')
    const digest = createHash('sha256').update(bytes).digest('hex')
    return [{ name: file.name, type: typeOf(bytes), bytes: bytes.length, digest }]
  })
}

const beginnings: [type: string, bytes: string][] = [
  ['PDF', '%PDF-'],
  ['PNG image', '\x89PNG'],
  ['JPEG image', '\xff\xd8\xff'],
  ['ZIP or Office file', 'PK\x03\x04']
]

/** Detects the type from the contents: the name may be wrong. */
function typeOf(bytes: Buffer): string {
  const known = beginnings.find(([, start]) => bytes.subarray(0, start.length).equals(Buffer.from(start, 'latin1')))
  return known?.[0] ?? (isUtf8(bytes) && !bytes.includes(0) ? 'text' : 'binary')
}

function contentOf(path: string, left: number): Promise<Buffer> {
  return readChosen(path, left).catch((thrown: AppError) => {
    const together = `The files are larger than ${mostBytes / 1e6} MB together.`
    throw refused(thrown.code === 'too-large' ? together : thrown.message)
  })
}

const refused = (message: string) => new AppError('invalid-input', message, { fields: { body: message } })
