import { createHash } from 'node:crypto'

const BASE62 = Buffer.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')

export type SeedWords = readonly [number, number, number]

/** sfc32: the same seed gives the same data on every machine. Not for secrets. */
export class Random {
  private a: number
  private b: number
  private c: number
  private counter = 1

  /** @param seed a text, or well-mixed words for many streams */
  constructor(seed: string | SeedWords) {
    const [a, b, c] = typeof seed === 'string' ? seedWords(seed) : seed
    this.a = a
    this.b = b
    this.c = c
  }

  private word(): number {
    const out = (this.a + this.b + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + out) | 0
    return out >>> 0
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

  /** One number gives five letters, because 62^5 < 2^32. */
  text(length: number): string {
    const out = Buffer.allocUnsafe(length)
    for (let at = 0, word = 0; at < length; at++) {
      word = at % 5 === 0 ? this.word() : Math.floor(word / 62)
      out[at] = BASE62[word % 62] as number
    }
    return out.toString('latin1')
  }

  uuid(): string {
    const [one, two, three, four] = [this.hex(), this.hex(), this.hex(), this.hex()]
    const variant = '89ab'[this.int(0, 3)]
    return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-${variant}${three.slice(1, 4)}-${three.slice(4)}${four}`
  }

  private hex(): string {
    return this.word().toString(16).padStart(8, '0')
  }
}

export function seedWords(seed: string): [number, number, number, number] {
  const digest = createHash('sha256').update(seed).digest()
  return [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), digest.readInt32LE(12)]
}
