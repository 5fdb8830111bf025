import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'

/** Where a walk is. `offset` counts filtered records, so another filter lands elsewhere (spec: Pagination rule 2). */
export interface Position {
  /** The collection it belongs to. */
  path: string
  offset: number
  pageSize: number
  /** Pages answered so far. */
  page: number
  /** With the same filters, the walk continues at this index of all records: nothing before is looked at again. */
  resume: number
  filters: string
  /** How many records had come and gone by then: what came and went since shifts `resume`. */
  moves: number
}

export interface Cursors {
  encode(position: Position): string
  /** Null for a text that is not a cursor of this service. */
  decode(cursor: string): Position | null
}

const IV = 12
const TAG = 16

/**
 * Cursors that reveal nothing and cannot be forged (spec: Pagination rule 4): encrypted, with an IV from the content,
 * so that equal positions give equal cursors and a run can be repeated.
 */
export function createCursors(secret: string): Cursors {
  const key = createHash('sha256').update(`cursor/${secret}`).digest()
  return {
    encode(position) {
      const { path, offset, pageSize, page, resume, filters, moves } = position
      const plain = JSON.stringify([path, offset, pageSize, page, resume, filters, moves])
      const iv = createHmac('sha256', key).update(plain).digest().subarray(0, IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    decode(cursor) {
      if (!/^[\w-]{40,400}$/.test(cursor)) return null
      const bytes = Buffer.from(cursor, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV))
      decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
      try {
        const plain = decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8')
        const [path, offset, pageSize, page, resume, filters, moves] = JSON.parse(plain)
        return { path, offset, pageSize, page, resume, filters, moves }
      } catch {
        return null
      }
    }
  }
}
