import { hash, randomBytes } from 'node:crypto'
import { PairSet } from '../base/pair-set'

/** Secrets shorter than this would be found in innocent text. */
export const shortestSecret = 6
/** Of a longer one only so many units are known, and hidden: no service takes a longer one in a header. */
export const longestKnown = 8_192
/** What is longer is compared whole only where its first units are there. */
export const firstUnits = 32
/** Of secrets that begin alike so many lengths are told apart; of further ones only the beginning is known. */
const mostLengths = 16
/** Marks the length of a beginning. */
const begins = 0x80000000
/** Marks the length of what is known by its first units, too. An earlier version kept no digest of those. */
const hasFirst = 0x40000000
const bucketBits = 22
/** Of a bucket, for a first look: its bits stay in the processor's nearest cache. */
const glanceBits = 16

/** What is kept of a secret: no more than it takes to know it again. */
export interface TokenDigest {
  digest: string
  /** Where it may begin: some bits of its first six units. */
  bucket: number
  /** In UTF-16 units; of a secret that is known by its beginning, of that. */
  length: number
  /** Whether it is of a beginning only. */
  begins?: boolean
  /** The digest of its first units, where it is longer than those. */
  first?: string
}

/**
 * What may be at a place of a text: so many units of it are compared, and so many may be a secret. `hasFirst`: only where
 * the first units of a secret are there.
 */
export interface Candidate {
  length: number
  begins: boolean
  cover: number
  hasFirst: boolean
}

/** What a digest is of: a whole secret, the beginning of one, or its first units. */
export type DigestOf = 'whole' | 'beginning' | 'first'
const signs: Record<DigestOf, string> = { whole: ' ', beginning: '~', first: '^' }

/**
 * The next value of the hash of the last six units of a text: exactly six, as an earlier unit is shifted out of its
 * 30 bits. Only the low byte of a unit counts.
 */
export const rolled = (before: number, unit: number) => ((before << 5) ^ (unit & 0xff)) & 0x3fffffff

/** The digests as another thread gets them: memory is shared, nothing is copied. */
export interface SharedDigests {
  salt: string
  bits: SharedArrayBuffer
  glance: SharedArrayBuffer
  known: SharedArrayBuffer
  lengths: SharedArrayBuffer
  longest: number
}

/**
 * Secrets as salted digests: they are known again in a text, and cannot be read back. So a secret may be dropped from
 * memory, and a digest may be on the disk or in another thread, while texts are still kept free of it.
 */
export class TokenDigests {
  readonly salt: string
  /** One bit for each bucket: nearly everywhere in a text this alone says that no secret begins there. */
  private readonly bits: Uint8Array<SharedArrayBuffer>
  private readonly glance: Uint8Array<SharedArrayBuffer>
  /** Both halves of each digest. */
  private readonly known: PairSet
  /** Bucket and length of each secret. */
  private readonly lengths: PairSet
  private readonly key: number
  /** In units; 0 while there is no secret. */
  longest: number
  /** How many this thread took in: what was found clean is clean until there are more. */
  size = 0

  /** @param of a salt, or digests that another thread shares, to look into */
  constructor(of: string | SharedDigests = randomBytes(16).toString('hex')) {
    const shared = typeof of === 'string' ? null : of
    this.salt = typeof of === 'string' ? of : of.salt
    this.bits = new Uint8Array(shared?.bits ?? new SharedArrayBuffer(2 ** (bucketBits - 3)))
    this.glance = new Uint8Array(shared?.glance ?? new SharedArrayBuffer(2 ** glanceBits))
    this.known = new PairSet(shared?.known)
    this.lengths = new PairSet(shared?.lengths)
    this.longest = shared?.longest ?? 0
    this.key = parseInt(hash('sha256', this.salt, 'hex').slice(0, 7), 16)
  }

  /** As they are now: what is added later may be missing in it. */
  get shared(): SharedDigests {
    const { salt, bits, glance, known, lengths, longest } = this
    const memory = { bits: bits.buffer, glance: glance.buffer, known: known.memory, lengths: lengths.memory }
    return { salt, ...memory, longest }
  }

  /** @returns what was added; null where it is known */
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
   * @returns whether it is new. What an earlier version kept is left out where it is longer than what is known, or of one
   * length more than are told apart of a bucket: its beginning is not known.
   */
  put({ digest, bucket, length, begins: isBeginning = false, first }: TokenDigest): boolean {
    if (length > longestKnown || (!isBeginning && !this.takesLength(bucket, length))) return false
    // Before what it is looked up for: another thread may look meanwhile.
    if (first !== undefined) this.known.add(...halvesOf(first))
    if (!this.known.add(...halvesOf(digest))) return false
    this.lengths.add(bucket, (length | (isBeginning ? begins : 0) | (first === undefined ? 0 : hasFirst)) >>> 0)
    this.bits[bucket >>> 3] = (this.bits[bucket >>> 3] as number) | (1 << (bucket & 7))
    this.glance[bucket >>> (bucketBits - glanceBits)] = 1
    this.longest = Math.max(this.longest, isBeginning ? coverOf(length) : length)
    this.size++
    return true
  }

  /** Whether a secret may begin with the six units of this hash. */
  mayBegin(head: number): boolean {
    const bucket = Math.imul(head ^ this.key, 0x9e3779b1) >>> (32 - bucketBits)
    if (this.glance[bucket >>> (bucketBits - glanceBits)] === 0) return false
    return ((this.bits[bucket >>> 3] as number) & (1 << (bucket & 7))) !== 0
  }

  /** The secrets that may begin so, the longest first: never more than a few, however many there are. */
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

  /** Whether this is a secret, or the beginning or the first units of one. */
  has(text: string, of: DigestOf = 'whole'): boolean {
    return this.known.has(...halvesOf(this.digestOf(text, of)))
  }

  /**
   * A service may give out thousands of tokens that begin alike, each of another length: to compare a text with each
   * would take hours. Of those beyond the first lengths a beginning is known that is at least half of the secret, and
   * twice its length is masked.
   */
  private beginningOf(secret: string, bucket: number): TokenDigest {
    const length = Math.max(shortestSecret, 2 ** Math.floor(Math.log2(secret.length)))
    return { digest: this.digestOf(secret.slice(0, length), 'beginning'), bucket, length, begins: true }
  }

  private takesLength(bucket: number, length: number): boolean {
    const whole = this.lengths.secondsOf(bucket).filter((kept) => kept < begins)
    return whole.length < mostLengths || whole.some((kept) => lengthOf(kept) === length)
  }

  private bucketOf(head: number): number {
    return Math.imul(head ^ this.key, 0x9e3779b1) >>> (32 - bucketBits)
  }

  /** 64 bits are enough to know one of a million again. */
  private digestOf(text: string, of: DigestOf): string {
    return hash('sha256', `${this.salt}${signs[of]}${text}`, 'hex').slice(0, 16)
  }
}

/** The longest secret with a beginning of this length. */
const coverOf = (length: number) => Math.min(2 * length - 1, longestKnown)

const lengthOf = (kept: number) => kept & ~(begins | hasFirst)

const halvesOf = (digest: string): [number, number] => [
  parseInt(digest.slice(0, 8), 16),
  // 0 marks a free place.
  parseInt(digest.slice(8), 16) || 1
]
