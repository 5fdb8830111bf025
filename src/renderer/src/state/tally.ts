import { categories, type Category } from '../../../shared/model/category'
import type { Entry } from './entry'

/** Rows of one category that the latest walk has not seen again: still shown, and said to be older. */
export interface Kept {
  category: Category
  count: number
  /** When the walk that brought the oldest of them began, ms since 1970. */
  since: number
}

export interface Tally {
  total: number
  /** Rows per state: see `facetsOf`. */
  facets: ReadonlyMap<string, number>
  perCategory: ReadonlyMap<Category, number>
  kept: readonly Kept[]
}

/**
 * Counts everything in one pass.
 * @param current number of the latest walk
 * @param began when each walk began, by its number
 */
export function tallyOf(rows: readonly Entry[], current: number, began: readonly number[]): Tally {
  const facets = new Map<string, number>()
  const perCategory = new Map<Category, number>(categories.map((category) => [category, 0]))
  const kept = new Map<Category, { count: number; walk: number }>()
  for (const { facets: own, row, walk } of rows) {
    for (const facet of own) facets.set(facet, (facets.get(facet) ?? 0) + 1)
    perCategory.set(row.category, (perCategory.get(row.category) ?? 0) + 1)
    if (walk === current) continue
    const before = kept.get(row.category)
    kept.set(row.category, { count: (before?.count ?? 0) + 1, walk: Math.min(before?.walk ?? walk, walk) })
  }
  return {
    total: rows.length,
    facets,
    perCategory,
    kept: [...kept].map(([category, { count, walk }]) => ({ category, count, since: began[walk] ?? 0 }))
  }
}
