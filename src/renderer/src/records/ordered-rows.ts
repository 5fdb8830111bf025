import { comparing, type Compare, type Sort } from './columns'
import type { Entry } from './entry'

/** The longest block of the page, ms: well below what a person notices while typing. */
const slice = 10
const run = 512

const breath = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Sorts as `toSorted` does, but in slices: comparing 100,000 rows takes a quarter of a second and would block typing.
 */
async function sortInSlices<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let since = performance.now()
  const pause = async () => {
    if (performance.now() - since < slice) return
    await breath()
    since = performance.now()
  }
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += run) {
    runs.push(items.slice(at, at + run).sort(compare))
    await pause()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, pause))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(
  left: T[],
  right: T[],
  compare: (a: T, b: T) => number,
  pause: () => Promise<void>
): Promise<T[]> {
  const merged: T[] = []
  let [l, r] = [0, 0]
  while (l < left.length && r < right.length) {
    if (merged.length % 2048 === 2047) await pause()
    const [a, b] = [left[l] as T, right[r] as T]
    if (compare(b, a) < 0) {
      merged.push(b)
      r++
    } else {
      merged.push(a)
      l++
    }
  }
  for (; l < left.length; l++) merged.push(left[l] as T)
  for (; r < right.length; r++) merged.push(right[r] as T)
  return merged
}

/** Up to here sorting takes less than a frame. */
const small = 5000

/**
 * Rows by key and in order. A binary search merges each page, so pages cost the same early and late in a long refresh.
 * Not reactive: `rows` is a new array after each change.
 */
export class OrderedRows {
  #byKey = new Map<string, Entry>()
  #rows: readonly Entry[] = []
  #compare: Compare
  #next: Compare | undefined

  constructor(sort: Sort) {
    this.#compare = comparing(sort)
  }

  get rows(): readonly Entry[] {
    return this.#rows
  }

  get(key: string): Entry | undefined {
    return this.#byKey.get(key)
  }

  /**
   * Adds rows; a row with a known key replaces the old row.
   * @returns the added rows and the rows they replaced
   */
  put(entries: readonly Entry[]): { added: Entry[]; replaced: Entry[] } {
    const added = [...new Map(entries.map((entry) => [entry.key, entry])).values()]
    const replaced: Entry[] = []
    const moved: { from: Entry[]; to: Entry[] } = { from: [], to: [] }
    const rows = [...this.#rows]
    for (const entry of added) {
      const before = this.#byKey.get(entry.key)
      this.#byKey.set(entry.key, entry)
      if (before) replaced.push(before)
      // Most rows of a refresh take the place of the row they replace.
      if (before && this.#compare(before, entry) === 0) rows[this.indexIn(rows, before)] = entry
      else {
        moved.to.push(entry)
        if (before) moved.from.push(before)
      }
    }
    this.#rows = this.#merged(rows, moved.to.sort(this.#compare), moved.from)
    return { added, replaced }
  }

  drop(unwanted: (entry: Entry) => boolean): Entry[] {
    const dropped = this.#rows.filter(unwanted)
    if (dropped.length === 0) return dropped
    for (const { key } of dropped) this.#byKey.delete(key)
    this.#rows = this.#rows.filter((entry) => !unwanted(entry))
    return dropped
  }

  /** @returns false if another order was asked for meanwhile */
  async sort(sort: Sort): Promise<boolean> {
    const compare = comparing(sort)
    const before = this.#rows
    this.#next = compare
    const rows = before.length > small ? await sortInSlices(before, compare) : before.toSorted(compare)
    if (this.#next !== compare) return false
    this.#compare = compare
    const now = this.#rows
    this.#rows = rows
    if (now === before) return true
    const known = new Set(before)
    const added = now.filter((entry) => !known.has(entry)).sort(compare)
    this.#rows = rows.filter((entry) => this.#byKey.get(entry.key) === entry)
    this.#rows = this.#merged(this.#rows, added, [])
    return true
  }

  /** @param rows all rows of this order or a part @returns -1 if the row is not among them */
  indexIn(rows: readonly Entry[], entry: Entry): number {
    const at = this.#placeIn(rows, entry)
    // Names learned since the last sort may have changed the order.
    return rows[at] === entry ? at : rows.indexOf(entry)
  }

  #placeIn(rows: readonly Entry[], entry: Entry): number {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(rows[middle] as Entry, entry) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #merged(rows: readonly Entry[], added: readonly Entry[], replaced: readonly Entry[]): readonly Entry[] {
    if (added.length + replaced.length === 0) return rows
    const gone = replaced.map((entry) => this.indexIn(rows, entry)).sort((a, b) => a - b)
    // Allocated at full length: a growing array leaves twice its size as garbage with each change.
    const merged = new Array<Entry>(rows.length - gone.length + added.length)
    let [from, skip, to] = [0, 0, 0]
    const copyUntil = (end: number) => {
      for (; from < end; from++) {
        if (from === gone[skip]) skip++
        else merged[to++] = rows[from] as Entry
      }
    }
    for (const entry of added) {
      copyUntil(this.#placeIn(rows, entry))
      merged[to++] = entry
    }
    copyUntil(rows.length)
    return merged
  }
}
