import { hash, randomBytes } from 'node:crypto'
import { PairSet } from '../base/pair-set'

/** Innocent texts would contain shorter secrets. */
export const shortestSecret = 6
/** Units known and hidden of a longer secret: no service takes more in a header. */
export const longestKnown = 8_192
/** A longer secret is compared whole only after its first units match. */
export const firstUnits = 32
/** Lengths kept for secrets that begin alike; of others only the beginning is known. */
const mostLengths = 16
/** Marks a beginning's length. */
const begins = 0x80000000
/** Marks a length with a digest of first units; earlier versions kept none. */
const hasFirst = 0x40000000
const bucketBits = 22
/** These bits fit into the processor's nearest cache. */
const glanceBits = 16

/** Both halves of 64 bits, which identify one secret in a million. The second is never 0, which marks a free place. */
export type Digest = readonly [number, number]

/** The least that identifies a secret. */
export interface TokenDigest {
  digest: Digest
  /** Some bits of its first six units. */
  bucket: number
  /** UTF-16 units, of the secret or its known beginning. */
  length: number
  /** True for a beginning only. */
  begins?: boolean
  /** Digest of the first units of a longer secret. */
  first?: Digest
}

/** A possible secret: units to compare, and units to mask. `hasFirst`: compare only after the first units match. */
export interface Candidate {
  length: number
  begins: boolean
  cover: number
  hasFirst: boolean
}

export type DigestOf = 'whole' | 'beginning' | 'first'
const signs: Record<DigestOf, string> = { whole: ' ', beginning: '~', first: '^' }

/** Rolling hash of the last six units: shifting drops earlier units from the 30 bits. Uses only a unit's low byte. */
export const rolled = (before: number, unit: number) => ((before << 5) ^ (unit & 0xff)) & 0x3fffffff

/** Shared with other threads without a copy. */
export interface SharedDigests {
  salt: string
  bits: SharedArrayBuffer
  glance: SharedArrayBuffer
  known: SharedArrayBuffer
  lengths: SharedArrayBuffer
  reach: SharedArrayBuffer
}

/** Units that a text needs to hold a secret: more than any text has. */
const noSecret = 0x7fffffff

/**
 * Salted digests recognize secrets but cannot be read back. So a secret may leave memory, and a digest may go to the
 * disk or another thread, while masking continues.
 */
export class TokenDigests {
  readonly salt: string
  /** One bit per bucket: it rules out a secret nearly everywhere. */
  private readonly bits: Uint8Array<SharedArrayBuffer>
  private readonly glance: Uint8Array<SharedArrayBuffer>
  /** Both halves of each digest. */
  private readonly known: PairSet
  /** Bucket and length of each secret. */
  private readonly lengths: PairSet
  private readonly key: number
  /** The longest and the shortest secret, in units. */
  private readonly reach: Int32Array<SharedArrayBuffer>
  /** Secrets this thread added: clean texts stay clean until it grows. */
  size = 0

  /** @param of a salt, or another thread's digests to read */
  constructor(of: string | SharedDigests = randomBytes(16).toString('hex')) {
    const shared = typeof of === 'string' ? null : of
    this.salt = typeof of === 'string' ? of : of.salt
    this.bits = new Uint8Array(shared?.bits ?? new SharedArrayBuffer(2 ** (bucketBits - 3)))
    this.glance = new Uint8Array(shared?.glance ?? new SharedArrayBuffer(2 ** glanceBits))
    this.known = new PairSet(shared?.known)
    this.lengths = new PairSet(shared?.lengths)
    this.reach = new Int32Array(shared?.reach ?? new SharedArrayBuffer(8))
    if (!shared) this.reach[1] = noSecret
    this.key = parseInt(hash('sha256', this.salt, 'hex').slice(0, 7), 16)
  }

  /** May lack later additions. */
  get shared(): SharedDigests {
    const { salt, bits, glance, known, lengths, reach } = this
    const memory = { bits: bits.buffer, glance: glance.buffer, known: known.memory, lengths: lengths.memory }
    return { salt, ...memory, reach: reach.buffer }
  }

  /** In units; 0 for no secret. */
  get longest(): number {
    return this.reach[0] as number
  }

  /** Units that a text needs to hold a secret, in whatever spelling; more than any text has for no secret. */
  get shortest(): number {
    return this.reach[1] as number
  }

  /** @returns the new digest; null if known */
  add(text: string): TokenDigest | null {
    const secret = text.slice(0, longestKnown)
    let head = 0
    for (let at = 0; at < shortestSecret; at++) head = rolled(head, secret.charCodeAt(at))
    const bucket = this.bucketOf(head)
    const known = this.takesLength(bucket, secret.length)
      ? { digest: this.digestOf(secret, 'whole'), bucket, length: secret.length }
      : this.beginningOf(secret, bucket)
    const first = known.length > firstUnits && this.digestOf(secret.slice(0, firstUnits), 'first')
    const added = { ...known, ...(first && { first }) }
    return this.put(added) ? added : null
  }

  /**
   * @returns true if new. Skips a digest of an earlier version that is too long, or has one length too many for its
   * bucket: its beginning is unknown.
   */
  put({ digest, bucket, length, begins: isBeginning = false, first }: TokenDigest): boolean {
    if (length > longestKnown || (!isBeginning && !this.takesLength(bucket, length))) return false
    // Stored first, because another thread may look meanwhile.
    if (first !== undefined) this.known.add(...first)
    if (!this.known.add(...digest)) return false
    this.lengths.add(bucket, (length | (isBeginning ? begins : 0) | (first === undefined ? 0 : hasFirst)) >>> 0)
    this.bits[bucket >>> 3] = (this.bits[bucket >>> 3] as number) | (1 << (bucket & 7))
    this.glance[bucket >>> (bucketBits - glanceBits)] = 1
    this.reach[0] = Math.max(this.longest, isBeginning ? coverOf(length) : length)
    this.reach[1] = Math.min(this.shortest, length)
    this.size++
    return true
  }

  /** True if a secret may begin with these six units. */
  mayBegin(head: number): boolean {
    const bucket = Math.imul(head ^ this.key, 0x9e3779b1) >>> (32 - bucketBits)
    if (this.glance[bucket >>> (bucketBits - glanceBits)] === 0) return false
    return ((this.bits[bucket >>> 3] as number) & (1 << (bucket & 7))) !== 0
  }

  /** Longest first: never more than a few. */
  candidatesOf(head: number): readonly Candidate[] {
    return this.lengths
      .secondsOf(this.bucketOf(head))
      .map((kept) => {
        const length = lengthOf(kept)
        const isBeginning = kept >= begins
        const cover = isBeginning ? coverOf(length) : length
        return { length, begins: isBeginning, cover, hasFirst: (kept & hasFirst) !== 0 }
      })
      .sort((a, b) => b.cover - a.cover)
  }

  has(text: string, of: DigestOf = 'whole'): boolean {
    return this.known.has(...this.digestOf(text, of))
  }

  /**
   * A service may issue thousands of tokens with the same beginning and different lengths, and comparing each would
   * take hours. Beyond the first lengths, a beginning of at least half the secret is known, and twice its length is
   * masked.
   */
  private beginningOf(secret: string, bucket: number): TokenDigest {
    const length = Math.max(shortestSecret, 2 ** Math.floor(Math.log2(secret.length)))
    return { digest: this.digestOf(secret.slice(0, length), 'beginning'), bucket, length, begins: true }
  }

  private takesLength(bucket: number, length: number): boolean {
    if (this.lengths.has(bucket, length)) return true
    const whole = this.lengths.secondsOf(bucket).filter((kept) => kept < begins)
    return whole.length < mostLengths || whole.some((kept) => lengthOf(kept) === length)
  }

  private bucketOf(head: number): number {
    return Math.imul(head ^ this.key, 0x9e3779b1) >>> (32 - bucketBits)
  }

  private digestOf(text: string, of: DigestOf): Digest {
    const hex = hash('sha256', `${this.salt}${signs[of]}${text}`, 'hex')
    return [parseInt(hex.slice(0, 8), 16), parseInt(hex.slice(8, 16), 16) || 1]
  }
}

const coverOf = (length: number) => Math.min(2 * length - 1, longestKnown)

const lengthOf = (kept: number) => kept & ~(begins | hasFirst)
