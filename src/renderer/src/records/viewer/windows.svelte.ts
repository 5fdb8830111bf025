import { SvelteMap } from 'svelte/reactivity'

/** Rows asked for at once, and how many such answers are kept: rows scrolled out of the window are forgotten. */
export const windowSize = 500
const mostWindows = 8

type Read<T> = (from: number, count: number) => Promise<{ total: number; items: readonly T[] }>

/** A long list that stays in main; this holds the windows in view. */
export class Windows<T> {
  #read: Read<T>
  #windows = new SvelteMap<number, { items: readonly T[]; total: number; old?: boolean }>()
  #total = $state(0)
  #failure = $state.raw<unknown>(null)
  /** Windows that hold the rows in view. */
  #wanted: readonly number[] = []
  #reading = false

  constructor(read: Read<T>, total: number) {
    this.#read = read
    this.#total = total
  }

  get total(): number {
    return this.#total
  }

  /** Why a window could not be read; forgotten as soon as one can. */
  get failure(): unknown {
    return this.#failure
  }

  /** undefined while it is not here; see `want`. */
  at(index: number): T | undefined {
    return this.#windows.get(Math.floor(index / windowSize))?.items[index % windowSize]
  }

  /** Sets the rows in view. One request at a time: of a list that is dragged through, only where it stops is read. */
  want(indexes: Iterable<number>): void {
    const windows: number[] = []
    for (const index of indexes) {
      const window = Math.floor(index / windowSize)
      if (window !== windows.at(-1)) windows.push(window)
    }
    this.#wanted = windows
    if (!this.#reading) void this.#follow()
  }

  /** More came to its end: a window that was not full is read again when it is looked at. */
  grew(total: number): void {
    if (total <= this.#total) return
    this.#total = total
    if (!this.#reading) void this.#follow()
  }

  /** It is another list from now on, of which these rows are the beginning: they stay until they are read again. */
  changed(total: number): void {
    this.#total = total
    for (const [at, window] of this.#windows) this.#windows.set(at, { ...window, old: true })
    if (!this.#reading) void this.#follow()
  }

  async #follow(): Promise<void> {
    this.#reading = true
    for (let missing = this.#missing(); missing !== undefined; missing = this.#missing()) {
      try {
        const { total, items } = await this.#read(missing * windowSize, windowSize)
        this.#keep(missing, items, total)
        this.#total = total
        this.#failure = null
      } catch (thrown) {
        this.#failure = thrown
        break
      }
    }
    this.#reading = false
  }

  #missing(): number | undefined {
    return this.#wanted.find((at) => {
      const window = this.#windows.get(at)
      return !window || window.old || (window.items.length < windowSize && window.total < this.#total)
    })
  }

  #keep(window: number, items: readonly T[], total: number): void {
    this.#windows.set(window, { items, total })
    for (const old of this.#windows.keys()) {
      if (this.#windows.size <= mostWindows) break
      if (this.#wanted.includes(old)) continue
      this.#windows.delete(old)
    }
  }
}
