import { createHash } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A seeded stream of numbers (sfc32): the same text gives the same data on every machine. Not for secrets. */
export class Random {
  private readonly state: Uint32Array

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest()
    this.state = new Uint32Array([digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), 1])
  }

  private word(): number {
    const s = this.state
    const [a, b, c, d] = [s[0] as number, s[1] as number, s[2] as number, s[3] as number]
    const out = (a + b + d) >>> 0
    s[3] = d + 1
    s[0] = b ^ (b >>> 9)
    s[1] = c + (c << 3)
    s[2] = ((c << 21) | (c >>> 11)) + out
    return out
  }

  /** 0 ≤ x < 1. */
  unit(): number {
    return this.word() / 4294967296
  }

  /** low ≤ x < high. */
  between(low: number, high: number): number {
    return low + this.unit() * (high - low)
  }

  /** A whole number, low ≤ x ≤ high. */
  int(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  chance(share: number): boolean {
    return this.unit() < share
  }

  pick<T>(of: readonly T[]): T {
    if (of.length === 0) throw new RangeError('nothing to pick from')
    return of[Math.floor(this.unit() * of.length)] as T
  }

  /** In place (Fisher–Yates). */
  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.int(0, i)
      const kept = list[i] as T
      list[i] = list[j] as T
      list[j] = kept
    }
    return list
  }

  /** Letters and digits; five from each number drawn, since 62^5 < 2^32. */
  text(length: number): string {
    let out = ''
    while (out.length < length) {
      let word = this.word()
      for (let i = 0; i < 5 && out.length < length; i++) {
        out += BASE62[word % 62]
        word = Math.floor(word / 62)
      }
    }
    return out
  }

  /** A version 4 uuid. */
  uuid(): string {
    const hex = [0, 0, 0, 0].map(() => this.word().toString(16).padStart(8, '0')).join('')
    const variant = '89ab'[this.int(0, 3)]
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}
