import { textHash } from './text-hash'

const smallest = 64

/**
 * Seen texts as 64-bit hashes in typed arrays: at most 24 MB per million, off the heap. A collision has a probability
 * of 1 in 37 million for a million texts, of 1 in 370,000 for ten million.
 */
export class DigestSet {
  size = 0
  private low = new Uint32Array(smallest)
  private high = new Uint32Array(smallest)

  /** @returns true for a new text */
  add(text: string): boolean {
    // Open addressing stays quick up to three quarters.
    if (this.size * 4 >= this.low.length * 3) this.grow()
    const { low, high } = digestOf(text)
    const at = this.slotOf(low, high)
    if (!this.isFree(at)) return false
    this.put(at, low, high)
    this.size++
    return true
  }

  has(text: string): boolean {
    const { low, high } = digestOf(text)
    return !this.isFree(this.slotOf(low, high))
  }

  private slotOf(low: number, high: number): number {
    const mask = this.low.length - 1
    let at = low & mask
    while (!this.isFree(at) && (this.low[at] !== low || this.high[at] !== high)) at = (at + 1) & mask
    return at
  }

  private isFree(at: number): boolean {
    return this.low[at] === 0 && this.high[at] === 0
  }

  private put(at: number, low: number, high: number): void {
    this.low[at] = low
    this.high[at] = high
  }

  private grow(): void {
    const { low, high } = this
    this.low = new Uint32Array(low.length * 2)
    this.high = new Uint32Array(low.length * 2)
    for (let at = 0; at < low.length; at++) {
      const [one = 0, other = 0] = [low[at], high[at]]
      if (one !== 0 || other !== 0) this.put(this.slotOf(one, other), one, other)
    }
  }
}

function digestOf(text: string): { low: number; high: number } {
  const { low, high } = textHash(text)
  // All zeros marks a free slot.
  return { low: low || 1, high }
}
