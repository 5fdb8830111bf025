/** Line offsets and depths for the raw and the XML form. */
export class Rows {
  private starts = new Uint32Array(1_024)
  private ends = new Uint32Array(1_024)
  private depths = new Uint16Array(1_024)
  count = 0

  push(start: number, end: number, depth: number): void {
    if (this.count === this.starts.length) this.grow()
    this.starts[this.count] = start
    this.ends[this.count] = end
    this.depths[this.count++] = depth
  }

  start = (row: number): number => this.starts[row] ?? 0
  end = (row: number): number => this.ends[row] ?? 0
  depth = (row: number): number => this.depths[row] ?? 0

  /** Drops the last rows and extends the row before them. */
  mergeFrom(row: number, end: number): void {
    this.count = row + 1
    this.ends[row] = end
  }

  /** The last row that begins at or before an offset. */
  at(offset: number): number {
    return lastAtOrBefore(this.starts, this.count, offset)
  }

  private grow(): void {
    const room = this.count * 2
    const bigger = [new Uint32Array(room), new Uint32Array(room), new Uint16Array(room)] as const
    bigger[0].set(this.starts)
    bigger[1].set(this.ends)
    bigger[2].set(this.depths)
    ;[this.starts, this.ends, this.depths] = bigger
  }
}

/** Index of the last of the first `count` ascending numbers ≤ a value; −1 for none. */
export function lastAtOrBefore(numbers: Uint32Array, count: number, value: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Longer lines are cut: a row of a megabyte cannot be drawn. */
const longestRow = 2_000

/**
 * Rows exclude line breaks.
 * @param most characters per row; a longer line takes several
 */
export function rawRows(text: string, most = longestRow): Rows {
  const rows = new Rows()
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const next = found < 0 ? text.length : found
    const end = next > start && text.charCodeAt(next - 1) === 0x0d ? next - 1 : next
    do {
      let stop = Math.min(end, start + most)
      // Not between the halves of one character.
      if (stop < end && (text.charCodeAt(stop) & 0xfc00) === 0xdc00) stop--
      rows.push(start, stop, 0)
      start = stop
    } while (start < end)
    start = next + 1
    if (found < 0) break
  }
  return rows
}
