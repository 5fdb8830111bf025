import { gunzipSync, gzipSync } from 'node:zlib'
import { AppError } from '../../../shared/errors'
import {
  operationAt,
  type OperationHead,
  type ShelfChanges,
  type ShelfHead,
  type ShelfOperation
} from '../../../shared/passthrough/shelf'
import { changedTexts } from '../../base/texts'
import { textOfBody } from '../../base/body-text'
import { atOnce } from '../../base/turns'
import { finding } from '../../secrets/finding'
import { hidden, masked } from '../../secrets/masked'
import { TokenDigests, type SharedDigests } from '../../secrets/token-digests'
import { changesOf } from './changes'
import { answerFor, checkValue, type Checked } from './check'
import { readHar, readPostman } from './collections'
import { described } from './describe'
import { readOpenApi } from './openapi'
import { parseText, refused } from './parse'
import { isFields, textIn, fieldsIn, type ReadFile } from './reading'
import {
  shelfContent,
  type Shape,
  type Shapes,
  type ShelfAnswer,
  type ShelfContent,
  type StoredOperation
} from './shape'

/** Bytes of a file as it is kept, compressed. */
const mostPacked = 32e6
/** Bytes of one from another desk: more may take all memory. */
const mostUnpacked = 64e6
/** Levels of one: `read` makes at most some 220, and thousands take all stack. */
const deepestContent = 250
/** Files that stay open. */
const mostOpen = 4

export type ReadHead = Omit<ShelfHead, 'importedAt' | 'by'>

interface Open {
  content: ShelfContent
  shapes: Shapes
  byId: ReadonlyMap<string, StoredOperation>
}

/** What the file says of an operation's answers, for checks. */
export interface OperationSchema {
  operation: OperationHead
  answers: ShelfAnswer[]
  /** All that the answers refer to. */
  shapes: Record<string, Shape>
}

/** The shelf thread's methods. */
export class Reader {
  private readonly files = new Map<string, Open>()

  /**
   * @returns what is kept of a file
   * @throws AppError invalid-input with line, column and reason; too-large
   */
  read(bytes: Uint8Array, known: SharedDigests): { head: ReadHead; packed: Uint8Array } {
    const file = withoutKnown(readFile(parseText(bytes)), new TokenDigests(known))
    const { content, ...head } = file
    const packed = gzipSync(JSON.stringify(content))
    if (packed.length > mostPacked)
      throw new AppError('too-large', `What this file says takes more than ${mostPacked / 1e6} MB, compressed.`)
    return { head: { ...head, operations: content.operations.length }, packed: new Uint8Array(packed) }
  }

  /**
   * A file of another desk, or one that goes there: without tokens that are known now.
   * @throws AppError invalid-input if it is none, too-large
   */
  clean(head: ReadHead, packed: Uint8Array, known: SharedDigests): { head: ReadHead; packed: Uint8Array } {
    try {
      const { content, ...clean } = withoutKnown({ ...head, content: unpacked(packed) }, new TokenDigests(known))
      return {
        head: { ...clean, operations: content.operations.length },
        packed: new Uint8Array(gzipSync(JSON.stringify(content)))
      }
    } catch (thrown) {
      const isTooLarge = (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      throw isTooLarge
        ? new AppError('too-large', `This file takes more than ${mostUnpacked / 1e6} MB.`)
        : refused('This is no file of the shelf.')
    }
  }

  has(key: string): boolean {
    return this.files.has(key)
  }

  open(key: string, packed: Uint8Array): void {
    const content = JSON.parse(gunzipSync(packed).toString()) as ShelfContent
    const byId = new Map(content.operations.map((one) => [one.id, one]))
    this.files.set(key, { content, byId, shapes: new Map(Object.entries(content.shapes)) })
    for (const [oldest] of this.files) {
      if (this.files.size <= mostOpen) break
      this.files.delete(oldest)
    }
  }

  operations(key: string): OperationHead[] {
    return this.file(key).content.operations.map(({ id, method, path, name, tag }) => ({ id, method, path, name, tag }))
  }

  operation(key: string, id: string): ShelfOperation | null {
    const { byId, shapes } = this.file(key)
    const operation = byId.get(id)
    return operation ? described(operation, shapes) : null
  }

  changes(before: string, after: string): ShelfChanges {
    return changesOf(this.file(before).content, this.file(after).content)
  }

  find(key: string, base: string, method: string, path: string): string | null {
    return operationAt(this.file(key).content.operations, base, method, path)?.id ?? null
  }

  /** null: the file says nothing of this answer. */
  check(key: string, id: string, status: number, body: Uint8Array): (Checked & { isJson: boolean }) | null {
    const { byId, shapes } = this.file(key)
    const answer = answerFor(byId.get(id)?.answers ?? [], status)
    if (!answer) return null
    const text = textOfBody(Buffer.from(body.buffer, body.byteOffset, body.length), 'application/json')?.text
    try {
      return { ...checkValue(JSON.parse(text ?? ''), answer.shape, shapes), isJson: true }
    } catch (thrown) {
      if (thrown instanceof SyntaxError) return { problems: [], more: 0, isJson: false }
      throw thrown
    }
  }

  schema(key: string, id: string): OperationSchema | null {
    const { byId, shapes } = this.file(key)
    const operation = byId.get(id)
    if (!operation) return null
    const used: Record<string, Shape> = {}
    const open: string[] = []
    const take = (value: unknown) => void changedTexts(value, (text, at) => (at === 'ref' ? open.push(text) : 0, text))
    take(operation.answers)
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      const shape = shapes.get(ref)
      if (!shape || ref in used) continue
      used[ref] = shape
      take(shape)
    }
    const { method, path, name, tag, answers } = operation
    return { operation: { id, method, path, name, tag }, answers, shapes: used }
  }

  private file(key: string): Open {
    const file = this.files.get(key)
    if (!file) throw new AppError('outdated', 'The file on the shelf changed meanwhile.')
    return file
  }
}

function readFile(root: unknown): ReadFile {
  if (!isFields(root)) throw refused('This is no API file: OpenAPI, a Postman collection or HAR is an object.')
  if ('openapi' in root || 'swagger' in root) return readOpenApi(root)
  if (Array.isArray(fieldsIn(root['log'])['entries'])) return readHar(root)
  const { schema } = fieldsIn(root['info'])
  if (Array.isArray(root['item']) && isFields(root['info'])) {
    if (!/v2\.[01]/.test(textIn(schema)) && schema !== undefined)
      throw refused('This Postman collection has another version: 2.1 can be read.')
    return readPostman(root)
  }
  throw refused('This is no API file: it has neither openapi or swagger, nor a Postman collection, nor a HAR log.')
}

function unpacked(packed: Uint8Array): ShelfContent {
  const content: unknown = JSON.parse(gunzipSync(packed, { maxOutputLength: mostUnpacked }).toString())
  if (isDeeper(content, deepestContent)) throw new RangeError('It is nested too deeply.')
  return shelfContent.parse(content)
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)))

/** Tokens that the app knows may stand in any text. */
function withoutKnown<T extends ReadFile>(file: T, digests: TokenDigests): T {
  const holds = (text: string) => atOnce(finding(text, digests)).length > 0
  if (!holds(JSON.stringify(file))) return file
  const { content, taken } = file
  let { takenCount } = file
  const clean = <T>(of: T, place: string): T => {
    if (!holds(JSON.stringify(of))) return of
    takenCount++
    taken.push({ kind: 'secret', place: holds(place) ? hidden : place })
    return changedTexts(of, (text) => masked(text, atOnce(finding(text, digests)))) as T
  }
  const operations = content.operations.map((one) => clean(one, one.id))
  const shapes = Object.fromEntries(Object.entries(content.shapes).map(([ref, shape]) => [ref, clean(shape, ref)]))
  const head = clean({ title: file.title, version: file.version, base: file.base }, 'info')
  return { ...file, ...head, taken, takenCount, content: { operations, shapes } }
}
