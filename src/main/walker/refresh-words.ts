import type { AppErrorShape } from '../../shared/errors'
import { refreshTotals, type CategoryRefresh, type RefreshProgress } from '../../shared/model/refresh'
import { partOf } from '../store/tables/connectors/refreshes'
import type { Outcome } from './outcome'

/** How a walk ended for the walker. A category that is closed to the token (403) is no failure while others are open. */
export function outcomeOf({ categories }: RefreshProgress): Outcome {
  const states = categories.map((category) => partOf(category).state)
  if (states.includes('cancelled')) return 'stopped'
  const done = states.includes('done')
  if (!states.includes('failed')) return done ? 'walked' : 'refused'
  if (done) return 'in-part'
  return failuresOf(categories).every(({ code }) => code === 'unauthorized') ? 'refused' : 'away'
}

/** Errors of categories that failed and are not closed to the token. */
export const failuresOf = (categories: readonly CategoryRefresh[]): AppErrorShape[] =>
  categories.flatMap((category) => (partOf(category).state === 'failed' && category.error ? category.error : []))

/** What a walk brought, and why categories failed: of a service that says the same of each, once. */
export function refreshWords(progress: RefreshProgress): string {
  const { categories } = progress
  const reasons = new Set(categories.map(({ error }) => error?.message))
  const [only] = reasons
  if (reasons.size === 1 && only !== undefined) return only
  const { items, pages } = refreshTotals(progress)
  const failures = categories.flatMap(({ category, error }) => (error ? [`${category}: ${error.message}`] : []))
  return [`${items} connectors in ${pages} pages`, ...failures].join('; ')
}
