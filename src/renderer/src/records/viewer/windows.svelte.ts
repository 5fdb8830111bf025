import { SvelteMap } from 'svelte/reactivity'

/** Rows per request, and the number of answers kept: rows out of view are forgotten. */
export const windowSize = 500
const mostWindows = 8

type Read<T> = (from: number, count: number) => Promise<{ total: number; items: readonly T[] }>

/** A long list that stays in main; this holds the windows in view. */
export class Windows<T> {
  #read: Read<T>
  #windows = new SvelteMap<number, { items: readonly T[]; total: number; old?: boolean }>()
  #total = $state(0)
  #failure = $state.raw<unknown>(null)
  #wanted: readonly number[] = []
  #reading = false

  constructor(read: Read<T>, total: number) {
    this.#read = read
    this.#total = total
  }

  get total(): number {
    return this.#total
  }

  get failure(): unknown {
    return this.#failure
  }

  /** undefined until it is here; see `want`. */
  at(index: number): T | undefined {
    return this.#windows.get(Math.floor(index / windowSize))?.items[index % windowSize]
  }

  /** One request runs at a time, so a fast scroll reads only the place where it stops. */
  want(indexes: Iterable<number>): void {
    const windows: number[] = []
    for (const index of indexes) {
      const window = Math.floor(index / windowSize)
      if (window !== windows.at(-1)) windows.push(window)
    }
    this.#wanted = windows
    if (!this.#reading) void this.#follow()
  }

  /** A window that was not full is read again on the next look. */
  grew(total: number): void {
    if (total <= this.#total) return
    this.#total = total
    if (!this.#reading) void this.#follow()
  }

  /** Old rows stay until they are read again. */
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
