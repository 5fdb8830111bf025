import type { AppErrorShape } from '../../../shared/errors'
import type { Category } from '../../../shared/connectors/category'
import type { RefreshRun } from './refresh-run.svelte'

export interface Failure {
  error: AppErrorShape
  /** The categories it stopped; none if the refresh could not begin. */
  categories: Category[]
}

/** The failures of a refresh, each cause once: a refused token stops all three categories and is one failure. */
export function failuresOf(refreshRun: RefreshRun): Failure[] {
  if (refreshRun.error) return [{ error: refreshRun.error.toShape(), categories: [] }]
  const failures = new Map<string, Failure>()
  for (const { category, error } of refreshRun.progress.categories) {
    if (!error) continue
    const known = failures.get(error.code)
    if (known) known.categories.push(category)
    else failures.set(error.code, { error, categories: [category] })
  }
  return [...failures.values()]
}
