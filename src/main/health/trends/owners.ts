import type { OwnerLoad } from '../../../shared/model/trends'
import type { TrendIssue } from './relinks'
import { weekOf } from './weeks'

/**
 * The issues of each owner, of all diagnoses: open ones, and those that closed by week. One that only changed its
 * diagnosis goes on as another with the same owner, so it is not closed.
 */
export function ownerLoads(
  issues: readonly TrendIssue[],
  starts: readonly number[],
  known: readonly boolean[]
): OwnerLoad[] {
  const loads = new Map<string, { open: number; closed: number; weeks: number[] }>()
  for (const { owner, closedAt, ended } of issues) {
    const week = closedAt === null || ended === 'became' ? -1 : weekOf(starts, closedAt)
    if (closedAt !== null && week < 0) continue
    const name = owner.trim()
    let load = loads.get(name)
    if (!load) loads.set(name, (load = { open: 0, closed: 0, weeks: known.map(() => 0) }))
    if (closedAt === null) load.open++
    else {
      load.closed++
      load.weeks[week] = (load.weeks[week] ?? 0) + 1
    }
  }
  return [...loads]
    .map(([owner, { open, closed, weeks }]) => ({
      ...{ owner, open, closed },
      weeks: weeks.map((count, week) => (known[week] ? count : null))
    }))
    .sort((a, b) => b.open - a.open || b.closed - a.closed || (a.owner < b.owner ? -1 : 1))
}
