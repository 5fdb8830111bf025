/** A heap: 100,000 entries are too many to search at each request. */
export class DueQueue<T> {
  private readonly heap: { at: number; what: T }[] = []

  push(at: number, what: T): void {
    const { heap } = this
    let hole = heap.push({ at, what }) - 1
    while (hole > 0) {
      const above = (hole - 1) >> 1
      if (this.at(above) <= at) break
      this.swap(hole, above)
      hole = above
    }
  }

  /** Removes the first entry due by `now`. */
  take(now: number): { at: number; what: T } | undefined {
    const { heap } = this
    if (this.at(0) > now) return undefined
    this.swap(0, heap.length - 1)
    const taken = heap.pop()
    for (let hole = 0; ;) {
      const left = 2 * hole + 1
      const least = this.at(left + 1) < this.at(left) ? left + 1 : left
      if (this.at(least) >= this.at(hole)) return taken
      this.swap(hole, least)
      hole = least
    }
  }

  private at(index: number): number {
    return this.heap[index]?.at ?? Infinity
  }

  private swap(one: number, two: number): void {
    const { heap } = this
    const [first, second] = [heap[one], heap[two]]
    if (!first || !second) return
    heap[one] = second
    heap[two] = first
  }
}
