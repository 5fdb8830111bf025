import type { IssueCause } from '../../shared/issues/diagnosis'
import { dueAt, targetOf } from '../../shared/issues/due'
import type { DueTimes } from '../../shared/issues/due-times'
import type { DueLoad, GoodShare, RelinkTimes, Trends, TrendWeek, OwnerLoad } from '../../shared/trends/trends'
import { relinksIn, type Relink, type TrendIssue } from './relinks'
import { weekOf } from './weeks'

/** A changed diagnosis continues with the same owner, so it does not count as closed. */
function ownerLoads(issues: readonly TrendIssue[], starts: readonly number[], known: readonly boolean[]): OwnerLoad[] {
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

/** Counted from when a refresh first saw the issue: how long it had been so before is not in the history. */
function dueLoads(
  { now, connectors, dueTimes }: TrendInput,
  issues: readonly TrendIssue[],
  starts: readonly number[],
  known: readonly boolean[]
): DueLoad[] | null {
  if (!dueTimes) return null
  const loads = new Map<IssueCause, { over: number; met: number; weeks: number[] }>()
  for (const { connector, cause, openedAt, closedAt, seenToOpen, waits } of issues) {
    const originId = connectors.get(connector)?.originId ?? null
    const target = seenToOpen && waits ? targetOf(dueTimes, cause, originId) : null
    if (target === null || (closedAt !== null && closedAt < (starts[0] ?? 0))) continue
    // Working hours are no more than hours.
    const isQuick = closedAt !== null && closedAt - openedAt <= target * 60_000
    const due = isQuick ? null : dueAt(openedAt, target, dueTimes.calendar, waits ?? [])
    const isOver = due !== null && due < (closedAt ?? now)
    const week = isOver ? weekOf(starts, due) : -1
    if (isOver ? week < 0 : closedAt === null) continue
    let load = loads.get(cause)
    if (!load) loads.set(cause, (load = { over: 0, met: 0, weeks: known.map(() => 0) }))
    if (isOver) {
      load.over++
      load.weeks[week] = (load.weeks[week] ?? 0) + 1
    } else load.met++
  }
  return [...loads]
    .map(([cause, { weeks, ...load }]) => ({
      ...{ cause, ...load },
      weeks: weeks.map((count, week) => (known[week] ? count : null))
    }))
    .sort((a, b) => b.over - a.over || b.met - a.met || (a.cause < b.cause ? -1 : 1))
}

/**
 * Nearest rank, as SQL's `percentile_disc`: always an actual value. @param sorted ascending @returns null for an empty
 * list
 */
export function percentile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null
}

export interface TrendConnector {
  integration: string
  customer: string
  customerName: string
  originId: string | null
}

/** Without test connectors. Times in ms since 1970. */
export interface TrendInput {
  now: number
  /** The weeks' starts, oldest first, and the end of the last. */
  starts: readonly number[]
  /** Whole refreshes, to a quarter of an hour, oldest first. */
  refreshes: readonly number[]
  source: Trends['source']
  /** Grouped by connector, oldest first. */
  issues: readonly TrendIssue[]
  connectors: ReadonlyMap<number, TrendConnector>
  good: GoodShare
  dueTimes: DueTimes | null
}

/** The figures of Trends; docs/user-guide.md defines them. Pure. @param most rows of a table */
export function trendsOf(input: TrendInput, most: number): Trends {
  const { now, source, issues, connectors, good } = input
  const seen = firstSeen(input)
  const starts = weeksSince(input.starts, seen)
  const [first = now] = starts
  const relinks = relinksIn(issues)
  const known = knownWeeks({ ...input, starts })
  const named = (of: (connector: TrendConnector) => [key: string, name: string]) => {
    const groups = new Map<string, { name: string; relinks: Relink[] }>()
    for (const relink of relinks) {
      const connector = connectors.get(relink.connector)
      if (!connector || (relink.closedAt !== null && relink.closedAt < first)) continue
      const [key, name] = of(connector)
      const group = groups.get(key)
      if (group) group.relinks.push(relink)
      else groups.set(key, { name, relinks: [relink] })
    }
    const rows = [...groups.values()].map((group) => timesOf(group.name, group.relinks, first))
    const shown = rows.filter(({ relinked, open }) => relinked + open > 0).sort(mostFirst)
    return limited(shown, most)
  }
  return {
    at: now,
    source,
    weeks: weeksOf({ now, starts, known, relinks }),
    since: starts.length === 0 ? null : Math.max(seen, first),
    total: timesOf('', relinks, first),
    integrations: named(({ integration }) => [integration, integration]),
    customers: named(({ customer, customerName }) => [customer, customerName]),
    good,
    owners: limited(ownerLoads(issues, starts, known), most),
    due: dueLoads(input, issues, starts, known)
  }
}

const limited = <T>(rows: T[], most: number) => ({ rows: rows.slice(0, most), more: Math.max(0, rows.length - most) })

/** Infinity for none. */
const firstSeen = ({ refreshes, issues }: TrendInput) =>
  issues.reduce((least, { openedAt }) => Math.min(least, openedAt), refreshes[0] ?? Infinity)

function weeksSince(starts: readonly number[], first: number): readonly number[] {
  const from = starts.findIndex((_, week) => first < (starts[week + 1] ?? -Infinity))
  return from < 0 ? [] : starts.slice(from)
}

/** A week is known if a refresh ended in it, or an issue opened or closed. */
function knownWeeks({ starts, refreshes, issues }: Pick<TrendInput, 'starts' | 'refreshes' | 'issues'>): boolean[] {
  const known = starts.slice(1).map(() => false)
  const look = (at: number) => {
    const week = weekOf(starts, at)
    if (week >= 0) known[week] = true
  }
  refreshes.forEach(look)
  for (const { openedAt, closedAt } of issues) {
    look(openedAt)
    if (closedAt !== null) look(closedAt)
  }
  return known
}

interface Weekly {
  now: number
  starts: readonly number[]
  known: readonly boolean[]
  relinks: readonly Relink[]
}

function weeksOf({ now, starts, known, relinks }: Weekly): TrendWeek[] {
  const sums = known.map(() => ({ opened: 0, closed: 0, deleted: 0, open: 0 }))
  for (const { openedAt, closedAt, seenToOpen, deleted } of relinks) {
    const opened = sums[weekOf(starts, openedAt)]
    if (opened && seenToOpen) opened.opened++
    const closed = closedAt === null ? undefined : sums[weekOf(starts, closedAt)]
    if (closed) closed.closed++
    if (closed && deleted) closed.deleted++
    sums.forEach((week, at) => {
      const end = Math.min(starts[at + 1] ?? now, now + 1)
      if (openedAt < end && (closedAt ?? Infinity) >= end) week.open++
    })
  }
  return sums.map((relinks, at) => ({
    start: starts[at] ?? now,
    end: starts[at + 1] ?? now,
    relinks: known[at] ? relinks : null
  }))
}

/** @param first ms since 1970: ignores relinks that closed before */
function timesOf(name: string, relinks: readonly Relink[], first: number): RelinkTimes {
  const took: number[] = []
  let open = 0
  let oldest: number | null = null
  for (const { openedAt, closedAt, seenToOpen, deleted } of relinks) {
    if (closedAt === null) {
      open++
      oldest = Math.min(oldest ?? Infinity, openedAt)
    } else if (!deleted && closedAt >= first && seenToOpen) took.push(closedAt - openedAt)
  }
  took.sort((a, b) => a - b)
  return { name, relinked: took.length, median: percentile(took, 0.5), p90: percentile(took, 0.9), open, oldest }
}

const mostFirst = (a: RelinkTimes, b: RelinkTimes) =>
  b.relinked + b.open - (a.relinked + a.open) || b.open - a.open || (a.name < b.name ? -1 : 1)
