/** Eight bytes each, off the heap. */
export class Numbers {
  length = 0
  private values = new Float64Array(64)

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Float64Array(this.length * 2)
      grown.set(this.values)
      this.values = grown
    }
    this.values[this.length++] = value
  }

  at(index: number): number {
    return this.values[index] ?? 0
  }

  /** The last index with at most `value`, in ascending order; -1 for none. */
  lastUpTo(value: number): number {
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(middle) <= value) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

export class Marks {
  private bits = new Uint8Array(64)

  add(index: number): void {
    const at = index >>> 3
    if (at >= this.bits.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.bits.length * 2))
      grown.set(this.bits)
      this.bits = grown
    }
    this.bits[at] = (this.bits[at] ?? 0) | (1 << (index & 7))
  }

  has(index: number): boolean {
    return ((this.bits[index >>> 3] ?? 0) & (1 << (index & 7))) !== 0
  }
}
