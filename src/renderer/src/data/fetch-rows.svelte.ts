import { SvelteMap } from 'svelte/reactivity'
import type { CollectionRow } from '../../../shared/data/collection'
import { toAppError, type AppError } from '../../../shared/errors'
import type { Client } from '../client.svelte'

/** Keeps about 2,000 of a million rows. */
const windowSize = 100
const mostWindows = 20

interface RowsWindow {
  columns: readonly string[]
  at: ReadonlyMap<string, number>
  rows: readonly CollectionRow[]
  /** The fetch may bring more. */
  expected: number
}

interface Look {
  from: number
  to: number
  total: number
  columns: readonly string[]
}

/** Main holds all rows. */
export class FetchRows {
  #client: Client
  #fetchId: string
  #windows = new SvelteMap<number, RowsWindow>()
  #look: Look = { from: 0, to: 0, total: 0, columns: [] }
  #reading = false
  #failure = $state.raw<AppError | null>(null)

  constructor(client: Client, fetchId: string) {
    this.#client = client
    this.#fetchId = fetchId
  }

  get failure(): AppError | null {
    return this.#failure
  }

  /** undefined until loaded; see `want`. */
  at(index: number): CollectionRow | undefined {
    return this.#windows.get(Math.floor(index / windowSize))?.rows[index % windowSize]
  }

  /** undefined until loaded, null without a value */
  cell(index: number, column: string): string | null | undefined {
    const window = this.#windows.get(Math.floor(index / windowSize))
    const at = window?.at.get(column)
    return at === undefined ? undefined : window?.rows[index % windowSize]?.cells[at]
  }

  /** One request at a time, so that a drag reads only where it stops. */
  want(look: Look): void {
    this.#look = look
    if (!this.#reading) void this.#follow()
  }

  async #follow(): Promise<void> {
    this.#reading = true
    for (let window = this.#missing(); window !== undefined; window = this.#missing()) {
      const { columns, total } = this.#look
      const from = window * windowSize
      try {
        const { rows } = await this.#client.call('data:rows', {
          fetchId: this.#fetchId,
          from,
          count: windowSize,
          columns: [...columns]
        })
        // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never changes
        const at = new Map(columns.map((name, index) => [name, index]))
        this.#windows.set(window, { columns, at, rows, expected: Math.min(windowSize, total - from) })
        this.#forget()
        this.#failure = null
      } catch (thrown) {
        this.#failure = toAppError(thrown)
        break
      }
    }
    this.#reading = false
  }

  #missing(): number | undefined {
    const { from, to, total, columns } = this.#look
    for (let window = Math.floor(from / windowSize); window * windowSize < Math.min(to, total); window++) {
      const here = this.#windows.get(window)
      const expected = Math.min(windowSize, total - window * windowSize)
      if (!here || here.columns !== columns || here.expected < expected) return window
    }
    return undefined
  }

  #forget(): void {
    const { from, to } = this.#look
    for (const window of this.#windows.keys()) {
      if (this.#windows.size <= mostWindows) return
      const seen = window >= Math.floor(from / windowSize) && window * windowSize < to
      if (!seen) this.#windows.delete(window)
    }
  }
}
