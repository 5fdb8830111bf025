import { categories, type Category } from '../../../shared/connectors/category'
import type { Entry } from './entry'

/** Rows of one category that the latest refresh has not seen again: visible, but marked as older. */
export interface KeptRows {
  category: Category
  count: number
  /** When the refresh of the oldest row began, ms since 1970. */
  since: number
}

export interface Tally {
  total: number
  /** Rows per state: see `facetsOf`. */
  facets: ReadonlyMap<string, number>
  perCategory: ReadonlyMap<Category, number>
  /** Rows that main has not diagnosed yet: until then no number of a cause is right. Without test connectors. */
  undiagnosed: number
  kept: readonly KeptRows[]
}

export class Counter {
  #facets = new Map<string, number>()
  #undiagnosed = 0
  /** Per category, the number of rows each refresh brought. */
  #refreshes = new Map<Category, number[]>(categories.map((category) => [category, []]))

  add(entries: readonly Entry[]): void {
    this.#count(entries, 1)
  }

  remove(entries: readonly Entry[]): void {
    this.#count(entries, -1)
  }

  #count(entries: readonly Entry[], step: 1 | -1): void {
    for (const { facets, category, refreshRun, diagnosis, isTest } of entries) {
      if (!diagnosis && !isTest) this.#undiagnosed += step
      for (const facet of facets) this.#facets.set(facet, (this.#facets.get(facet) ?? 0) + step)
      const refreshes = this.#refreshes.get(category)
      if (refreshes) refreshes[refreshRun] = (refreshes[refreshRun] ?? 0) + step
    }
  }

  /**
   * @param current number of the latest refresh
   * @param began when each refresh began, by its number
   */
  tally(current: number, began: readonly number[]): Tally {
    const perCategory = new Map<Category, number>()
    const kept: KeptRows[] = []
    for (const [category, refreshes] of this.#refreshes) {
      const count = refreshes.reduce((sum, rows) => sum + rows, 0)
      perCategory.set(category, count)
      const old = count - (refreshes[current] ?? 0)
      const oldest = refreshes.findIndex((rows) => rows > 0)
      if (old > 0) kept.push({ category, count: old, since: began[oldest] ?? 0 })
    }
    const total = [...perCategory.values()].reduce((sum, rows) => sum + rows, 0)
    return {
      total,
      facets: new Map([...this.#facets].filter(([, rows]) => rows > 0)),
      perCategory,
      undiagnosed: this.#undiagnosed,
      kept
    }
  }
}
