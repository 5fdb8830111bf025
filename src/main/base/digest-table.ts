const smallest = 64

/**
 * One digest for each number, and the number of a digest. 20 bytes each outside of the heap, where a text in two maps
 * takes 60. Digests are 12 ASCII characters.
 */
export class DigestTable {
  /** Three for each number: the characters. None is 0. */
  private words = new Uint32Array(3 * smallest)
  /** Numbers plus one by digest, 0 for none; one whose digest is another by now is passed over. */
  private slots = new Uint32Array(2 * smallest)
  private filled = 0

  /** @returns -1 for none */
  numberOf(digest: string): number {
    const [first, second, third] = [wordOf(digest, 0), wordOf(digest, 4), wordOf(digest, 8)]
    const { words, slots } = this
    for (let at = this.slotOf(first, second); slots[at] !== 0; at = (at + 1) & (slots.length - 1)) {
      const number = (slots[at] as number) - 1
      const from = 3 * number
      if (words[from] === first && words[from + 1] === second && words[from + 2] === third) return number
    }
    return -1
  }

  /** In place of its digest before. */
  put(number: number, digest: string): void {
    if (this.numberOf(digest) === number) return
    if (3 * number >= this.words.length) {
      const before = this.words
      this.words = new Uint32Array(3 * Math.max(number + 1, Math.ceil(before.length / 2)))
      this.words.set(before)
    }
    for (let at = 0; at < 3; at++) this.words[3 * number + at] = wordOf(digest, 4 * at)
    // Open addressing stays quick up to three quarters.
    if (4 * this.filled >= 3 * this.slots.length) this.rebuild()
    else this.name(number)
  }

  drop(number: number): void {
    this.words.fill(0, 3 * number, 3 * number + 3)
  }

  clear(): void {
    this.words = new Uint32Array(3 * smallest)
    this.rebuild()
  }

  private rebuild(): void {
    const numbers: number[] = []
    for (let number = 0; 3 * number < this.words.length; number++) if (this.words[3 * number]) numbers.push(number)
    this.slots = new Uint32Array(Math.max(2 * smallest, 2 ** Math.ceil(Math.log2(2 * numbers.length))))
    this.filled = 0
    for (const number of numbers) this.name(number)
  }

  private name(number: number): void {
    const { words, slots } = this
    let at = this.slotOf(words[3 * number] as number, words[3 * number + 1] as number)
    while (slots[at] !== 0) at = (at + 1) & (slots.length - 1)
    slots[at] = number + 1
    this.filled++
  }

  private slotOf(first: number, second: number): number {
    const mixed = Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0x9e3779b1)
    return (mixed ^ (mixed >>> 15)) & (this.slots.length - 1)
  }
}

const wordOf = (digest: string, at: number) =>
  (digest.charCodeAt(at) |
    (digest.charCodeAt(at + 1) << 8) |
    (digest.charCodeAt(at + 2) << 16) |
    (digest.charCodeAt(at + 3) << 24)) >>>
  0
