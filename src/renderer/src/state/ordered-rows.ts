import type { Compare } from './columns'
import type { Entry } from './entry'

/**
 * Rows by key and in order, both at once. New rows are merged in: a page costs one pass over the list, never a sort of
 * it, so that 100,000 rows may arrive page by page. Not reactive: `rows` is a new array after each change.
 */
export class OrderedRows {
  #byKey = new Map<string, Entry>()
  #rows: readonly Entry[] = []
  #compare: Compare

  constructor(compare: Compare) {
    this.#compare = compare
  }

  get rows(): readonly Entry[] {
    return this.#rows
  }

  /** Adds rows; one with a key already here takes its place. */
  put(entries: readonly Entry[]): void {
    const replaced = new Set<Entry>()
    for (const entry of entries) {
      const old = this.#byKey.get(entry.key)
      if (old) replaced.add(old)
      this.#byKey.set(entry.key, entry)
    }
    const fresh = entries.filter((entry) => this.#byKey.get(entry.key) === entry).sort(this.#compare)
    this.#rows = merge(this.#rows, fresh, replaced, this.#compare)
  }

  drop(unwanted: (entry: Entry) => boolean): void {
    const kept = this.#rows.filter((entry) => !unwanted(entry))
    if (kept.length === this.#rows.length) return
    this.#rows = kept
    this.#byKey = new Map(kept.map((entry) => [entry.key, entry]))
  }

  sort(compare: Compare): void {
    this.#compare = compare
    this.#rows = this.#rows.toSorted(compare)
  }
}

function merge(rows: readonly Entry[], fresh: Entry[], replaced: Set<Entry>, compare: Compare): Entry[] {
  const merged: Entry[] = []
  let next = 0
  for (const row of rows) {
    if (replaced.has(row)) continue
    for (let candidate = fresh[next]; candidate && compare(candidate, row) < 0; candidate = fresh[++next]) {
      merged.push(candidate)
    }
    merged.push(row)
  }
  return merged.concat(fresh.slice(next))
}
