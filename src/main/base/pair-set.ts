const smallest = 64

/**
 * Pairs of 32-bit numbers in shared memory, 8 bytes each, off the heap. The second number is never 0. One thread adds;
 * others read and may miss only new pairs.
 */
export class PairSet {
  private size = 0
  private slots: Uint32Array<SharedArrayBuffer>

  /** @param memory another thread's set, to read */
  constructor(memory = new SharedArrayBuffer(smallest * 8)) {
    this.slots = new Uint32Array(memory)
  }

  /** Changes when the set grows. */
  get memory(): SharedArrayBuffer {
    return this.slots.buffer
  }

  /** @returns true for a new pair */
  add(first: number, second: number): boolean {
    if (this.has(first, second)) return false
    // Open addressing stays quick up to three quarters.
    if (this.size * 8 >= this.slots.length * 3) this.grow()
    this.put(first, second)
    this.size++
    return true
  }

  has(first: number, second: number): boolean {
    for (let at = this.slotOf(first); this.slots[at + 1] !== 0; at = this.after(at)) {
      if (this.slots[at] === first && this.slots[at + 1] === second) return true
    }
    return false
  }

  /** All partners of a first number, in no order. */
  secondsOf(first: number): number[] {
    const seconds: number[] = []
    for (let at = this.slotOf(first); this.slots[at + 1] !== 0; at = this.after(at)) {
      if (this.slots[at] === first) seconds.push(this.slots[at + 1] as number)
    }
    return seconds
  }

  private slotOf(first: number): number {
    return (Math.imul(first, 0x9e3779b1) >>> 1) & (this.slots.length - 2)
  }

  private after(at: number): number {
    return (at + 2) & (this.slots.length - 2)
  }

  private put(first: number, second: number): void {
    let at = this.slotOf(first)
    while (this.slots[at + 1] !== 0) at = this.after(at)
    this.slots[at] = first
    this.slots[at + 1] = second
  }

  private grow(): void {
    const { slots } = this
    this.slots = new Uint32Array(new SharedArrayBuffer(slots.byteLength * 2))
    for (let at = 0; at < slots.length; at += 2) {
      if (slots[at + 1] !== 0) this.put(slots[at] as number, slots[at + 1] as number)
    }
  }
}
