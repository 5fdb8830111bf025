import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { DigestKeeper } from './masker'
import type { Digest, TokenDigest } from './token-digests'

/** ms to collect digests before a write: a refresh brings thousands. */
const writeAfterMs = 250

/**
 * Digests of all tokens this app knew, in a profile file, mode 600: a salt in the first line, then one per line. Later
 * sessions mask these tokens too. Without the file, digests last for this session.
 * @param failed gets the error, which stops nothing
 */
export function digestsIn(file: string, failed: (error: unknown) => void): DigestKeeper & { flush(): void } {
  const bytes = contentOf()
  const found = /^[\da-f]{32}$/m.exec(bytes.toString('latin1'))
  // A piece of a text keeps the whole of it in memory.
  const known = found && Buffer.from(found[0]).toString()
  let isNew = known === null
  /** Ends a line that a kill or a full disk cut, to keep the next line whole. */
  let isCut = bytes.length > 0 && bytes.at(-1) !== codes.lineEnd
  const salt = known ?? randomBytes(16).toString('hex')
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  return {
    salt,
    kept: new DigestLines(bytes),
    keep({ digest, bucket, length, begins = false, first }) {
      waiting += `${hexOf(digest)} ${bucket} ${length}${begins ? '~' : ''}${first ? ` ${hexOf(first)}` : ''}\n`
      timer ??= setTimeout(flush, writeAfterMs).unref()
    },
    flush
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    try {
      appendFileSync(file, `${isCut ? '\n' : ''}${isNew ? `${salt}\n` : ''}${waiting}`, { mode: 0o600 })
      isNew = isCut = false
      waiting = ''
    } catch (thrown) {
      isCut = true
      failed(thrown)
    }
  }

  function contentOf(): Buffer {
    try {
      return existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
    } catch (thrown) {
      failed(thrown)
      return Buffer.alloc(0)
    }
  }
}

const hexOf = (digest: Digest) => digest.map((half) => half.toString(16).padStart(8, '0')).join('')

const codes = { lineEnd: 10, space: 32, zero: 48, a: 97, tilde: 126 }

/** Reads bytes, in half the time of texts: the first screen waits for 100,000 lines. Cut lines are skipped. */
class DigestLines {
  private at = 0

  constructor(private readonly bytes: Buffer) {}

  *[Symbol.iterator](): Generator<TokenDigest> {
    for (let next = (this.at = 0); this.at < this.bytes.length; this.at = next) {
      const end = this.bytes.indexOf(codes.lineEnd, this.at)
      next = end < 0 ? this.bytes.length : end + 1
      const one = this.line()
      if (one && (this.at === end || this.at === this.bytes.length)) yield one
    }
  }

  /** A line may lack its last digest, because earlier versions wrote none. */
  private line(): TokenDigest | null {
    const digest = this.digest()
    const bucket = digest && this.takes(codes.space) ? this.number() : NaN
    const length = this.takes(codes.space) ? this.number() : NaN
    const begins = this.takes(codes.tilde)
    const first = this.takes(codes.space) ? this.digest() : undefined
    if (!digest || Number.isNaN(bucket + length) || first === null) return null
    return { digest, bucket, length, begins, ...(first && { first }) }
  }

  private takes(code: number): boolean {
    const isNext = this.bytes[this.at] === code
    if (isNext) this.at++
    return isNext
  }

  private digest(): Digest | null {
    const [first, second] = [this.half(), this.half()]
    return Number.isNaN(first + second) ? null : [first, second || 1]
  }

  /** Of a digest: eight hexadecimal digits; else NaN. */
  private half(): number {
    let half = 0
    for (const end = this.at + 8; this.at < end; this.at++) {
      const code = this.bytes[this.at] ?? 0
      const letter = code - codes.a
      half = half * 16 + (letter >= 0 && letter < 6 ? letter + 10 : digitOf(code))
    }
    return half
  }

  /** NaN without a digit. */
  private number(): number {
    let number = digitOf(this.bytes[this.at])
    for (let next; !Number.isNaN((next = digitOf(this.bytes[++this.at])));) number = number * 10 + next
    return number
  }
}

const digitOf = (code = 0) => (code >= codes.zero && code < codes.zero + 10 ? code - codes.zero : NaN)
