import { hash, randomBytes } from 'node:crypto'

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

/**
 * Secrets as salted digests: they are known again in a text, and cannot be read back. So a secret may be dropped from
 * memory, and a digest may be on the disk, while texts are still kept free of it.
 */
export class TokenDigests {
  private readonly known = new Set<string>()
  private readonly lengths = new Map<number, number[]>()
  /** One bit for each bucket: nearly everywhere in a text this alone says that no secret begins there. */
  private readonly bits = new Uint8Array(2 ** (bucketBits - 3))
  private readonly glance = new Uint8Array(2 ** glanceBits)
  private readonly key: number
  /** In units. */
  longest = 0

  constructor(readonly salt: string = randomBytes(16).toString('hex')) {
    this.key = parseInt(hash('sha256', salt, 'hex').slice(0, 7), 16)
  }

  get size(): number {
    return this.known.size
  }

  /** @returns what was added; null where it is known */
  add(secret: string): TokenDigest | null {
    const digest = this.digestOf(secret)
    if (this.known.has(digest)) return null
    let head = 0
    for (let at = 0; at < shortestSecret; at++) head = rolled(head, secret.charCodeAt(at))
    const added = { digest, bucket: this.bucketOf(head), length: secret.length }
    this.put(added)
    return added
  }

  put({ digest, bucket, length }: TokenDigest): void {
    this.known.add(digest)
    this.bits[bucket >>> 3] = (this.bits[bucket >>> 3] as number) | (1 << (bucket & 7))
    this.glance[bucket >>> (bucketBits - glanceBits)] = 1
    const lengths = this.lengths.get(bucket) ?? []
    if (!lengths.includes(length))
      this.lengths.set(
        bucket,
        [...lengths, length].sort((a, b) => b - a)
      )
    this.longest = Math.max(this.longest, length)
  }

  /** Whether a secret may begin with the six units of this hash. */
  mayBegin(head: number): boolean {
    const bucket = Math.imul(head ^ this.key, 0x9e3779b1) >>> (32 - bucketBits)
    if (this.glance[bucket >>> (bucketBits - glanceBits)] === 0) return false
    return ((this.bits[bucket >>> 3] as number) & (1 << (bucket & 7))) !== 0
  }

  /** The lengths of the secrets that may begin so, the longest first. */
  lengthsOf(head: number): readonly number[] {
    return this.lengths.get(this.bucketOf(head)) ?? []
  }

  has(text: string): boolean {
    return this.known.has(this.digestOf(text))
  }

  private bucketOf(head: number): number {
    return Math.imul(head ^ this.key, 0x9e3779b1) >>> (32 - bucketBits)
  }

  /** 64 bits are enough to know one of a million again. */
  private digestOf(text: string): string {
    return hash('sha256', `${this.salt} ${text}`, 'hex').slice(0, 16)
  }
}
