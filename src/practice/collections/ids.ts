import { seedWords, type SeedWords } from '../data/random'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Computed from a record's place and back, so that nothing is stored or searched. They look like version 4 uuids. */
export class Ids {
  private readonly seeds: readonly [number, number, number, number]

  constructor(seed: string) {
    this.seeds = seedWords(seed)
  }

  at(index: number): string {
    const [one, two, three, four] = this.seeds.map((seed) => hex(mix(seed, index))) as [string, string, string, string]
    const variant = '89ab'[index & 3]
    return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-${variant}${three.slice(1, 4)}-${three.slice(4)}${four}`
  }

  /** undefined for an id of another collection. */
  indexOf(id: string): number | undefined {
    if (!UUID.test(id)) return undefined
    const index = unmix(this.seeds[0], parseInt(id.slice(0, 8), 16))
    return this.at(index) === id.toLowerCase() ? index : undefined
  }

  words(index: number): SeedWords {
    const [one, two, three, four] = this.seeds
    return [mix(one ^ four, index), mix(two ^ four, index), mix(three ^ four, index)]
  }

  /** 0 ≤ x < 1; cheaper than a stream. */
  share(index: number, salt: number): number {
    return mix(this.seeds[3] ^ Math.imul(salt, 0x9e3779b1), index) / 4294967296
  }
}

export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Reversible (last step of MurmurHash3). */
function mix(seed: number, n: number): number {
  let h = seed ^ n
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

function unmix(seed: number, mixed: number): number {
  let h = mixed ^ (mixed >>> 16)
  h = Math.imul(h, 0x7ed1b41d)
  h = Math.imul(h ^ (h >>> 13) ^ (h >>> 26), 0xa5cb9243)
  return (h ^ (h >>> 16) ^ seed) >>> 0
}

const hex = (word: number) => word.toString(16).padStart(8, '0')
