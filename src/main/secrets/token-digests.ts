import { hash, randomBytes } from 'node:crypto'
import { PairSet } from '../base/pair-set'

/** Secrets shorter than this would be found in innocent text. */
export const shortestSecret = 6
const bucketBits = 22
/** Of a bucket, for a first look: its bits stay in the processor's nearest cache. */
const glanceBits = 16

/** What is kept of a secret: no more than it takes to know it again. */
export interface TokenDigest {
  digest: string
  /** Where it may begin: some bits of its first six units. */
  bucket: number
  /** In UTF-16 units. */
  length: number
}

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
  add(secret: string): TokenDigest | null {
    const digest = this.digestOf(secret)
    let head = 0
    for (let at = 0; at < shortestSecret; at++) head = rolled(head, secret.charCodeAt(at))
    const added = { digest, bucket: this.bucketOf(head), length: secret.length }
    return this.put(added) ? added : null
  }

  /** @returns whether it is new */
  put({ digest, bucket, length }: TokenDigest): boolean {
    if (!this.known.add(...halvesOf(digest))) return false
    this.lengths.add(bucket, length)
    this.bits[bucket >>> 3] = (this.bits[bucket >>> 3] as number) | (1 << (bucket & 7))
    this.glance[bucket >>> (bucketBits - glanceBits)] = 1
    this.longest = Math.max(this.longest, length)
    this.size++
    return true
  }

  /** Whether a secret may begin with the six units of this hash. */
  mayBegin(head: number): boolean {
    const bucket = Math.imul(head ^ this.key, 0x9e3779b1) >>> (32 - bucketBits)
    if (this.glance[bucket >>> (bucketBits - glanceBits)] === 0) return false
    return ((this.bits[bucket >>> 3] as number) & (1 << (bucket & 7))) !== 0
  }

  /** The lengths of the secrets that may begin so, the longest first. */
  lengthsOf(head: number): readonly number[] {
    return this.lengths.secondsOf(this.bucketOf(head)).sort((a, b) => b - a)
  }

  has(text: string): boolean {
    return this.known.has(...halvesOf(this.digestOf(text)))
  }

  private bucketOf(head: number): number {
    return Math.imul(head ^ this.key, 0x9e3779b1) >>> (32 - bucketBits)
  }

  /** 64 bits are enough to know one of a million again. */
  private digestOf(text: string): string {
    return hash('sha256', `${this.salt} ${text}`, 'hex').slice(0, 16)
  }
}

const halvesOf = (digest: string): [number, number] => [
  parseInt(digest.slice(0, 8), 16),
  // 0 marks a free place.
  parseInt(digest.slice(8), 16) || 1
]
