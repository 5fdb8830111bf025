import type { AppErrorShape } from '../../../../shared/errors'
import type { Category } from '../../../../shared/model/category'
import type { Walk } from '../../state/shared/walk.svelte'

export interface Failure {
  error: AppErrorShape
  /** The categories it stopped; none if the walk could not begin. */
  categories: Category[]
}

/** What went wrong in a walk, each cause once: a refused token stops all three categories and is one failure. */
export function failuresOf(walk: Walk): Failure[] {
  if (walk.error) return [{ error: walk.error.toShape(), categories: [] }]
  const failures = new Map<string, Failure>()
  for (const { category, error } of walk.progress.categories) {
    if (!error) continue
    const known = failures.get(error.code)
    if (known) known.categories.push(category)
    else failures.set(error.code, { error, categories: [category] })
  }
  return [...failures.values()]
}
