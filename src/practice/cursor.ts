import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'

/** `offset` counts filtered records, so another filter leads elsewhere. */
export interface Position {
  path: string
  offset: number
  pageSize: number
  page: number
  /** Index in all records at which the same filters continue. */
  resume: number
  filters: string
  /** Additions and removals so far; later ones shift `resume`. */
  moves: number
}

export interface Cursors {
  encode(position: Position): string
  /** null for a foreign cursor. */
  decode(cursor: string): Position | null
}

const IV = 12
const TAG = 16

/** Unforgeable: encrypted, with an IV from the content, so that runs repeat. */
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
