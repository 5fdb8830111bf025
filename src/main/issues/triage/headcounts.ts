import type { Fall, Headcount, Stretch } from '../../store/tables/connectors/memory'
import { day } from './limits'

const window = 30 * day
const kept = 120 * day
const mostStretches = 60
/** Fewer say nothing about what is usual. */
const fewestSyncs = 8
const fewestGaps = 4
/** No sync succeeded for this long: what happened between is unknown. */
const unseen = 3 * day
/** A fall begins with this; each workspace may ask for more before it is told. */
const leastFall = { percent: 30, employees: 5 }
/** Days. */
const leastFrozen = 30
const weeks = 14 * day
const months = 60 * day

interface Counted {
  headcount: Headcount | null
  /** Oldest first. */
  stretches: readonly Stretch[]
}

/** @param at start of a sync that is Done, whole seconds in ms since 1970 @returns null for a sync that was counted before */
export function countSync(
  { headcount: before, stretches }: Counted,
  at: number,
  count: number
): { headcount: Headcount; stretches: readonly Stretch[] } | null {
  const added = addSync(stretches, at, count)
  const newest = added.at(-1)
  if (added === stretches || !newest) return null
  const headcount = headcountOf(before, added, newest)
  // After its month a fallen count is the usual one, so it measures again.
  const fell = headcount.fall !== null && at >= headcount.fall.tellFrom
  return { headcount, stretches: [...added.slice(0, -1), { ...newest, fell }] }
}

/** As `countSync`, but a later count of the newest sync replaces the earlier. @returns null for the same count again */
export function countAgain({ headcount, stretches }: Counted, at: number, count: number) {
  const newest = stretches.at(-1)
  if (newest?.last !== at) return countSync({ headcount, stretches }, at, count)
  if (newest.count === count) return null
  const syncs = newest.syncs - 1
  // Only the first and last sync of a stretch are known, so the one before the last is where it would be if they are even.
  const last = newest.first + Math.floor(((at - newest.first) * (syncs - 1)) / Math.max(1, syncs) / 1_000) * 1_000
  const rest = [...stretches.slice(0, -1), ...(syncs > 0 ? [{ ...newest, last, syncs }] : [])]
  const fall = headcount?.fall?.since === at ? null : (headcount?.fall ?? null)
  return countSync({ headcount: headcount && { ...headcount, fall }, stretches: rest }, at, count)
}

function addSync(stretches: readonly Stretch[], at: number, count: number): readonly Stretch[] {
  const newest = stretches.at(-1)
  if (newest && at <= newest.last) return stretches
  const goesOn = newest?.count === count && at - newest.last <= unseen
  const next = goesOn
    ? [...stretches.slice(0, -1), { ...newest, last: at, syncs: newest.syncs + 1 }]
    : [...stretches, { first: at, last: at, count, syncs: 1, fell: false }]
  // As long as the count is the same, its past stays: frozen data would lose the rhythm that they are judged by.
  const since = groupsOf(next).at(-1)?.first ?? at
  return next.filter(({ last }) => since - last <= kept).slice(-mostStretches)
}

function headcountOf(before: Headcount | null, stretches: readonly Stretch[], newest: Stretch): Headcount {
  const groups = groupsOf(stretches)
  const same = groups.at(-1)
  const gaps = groups.slice(1, -1).flatMap(({ gap, whole }) => (whole ? [gap] : []))
  const enough = gaps.length >= fewestGaps
  return {
    count: newest.count,
    countedAt: newest.last,
    sameSince: same?.first ?? newest.first,
    sameFor: same?.gap ?? 0,
    usualGap: enough ? Math.round(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length) : null,
    longestGap: enough ? Math.max(...gaps) : null,
    gaps: gaps.length,
    fall: fallOf(before?.fall ?? null, stretches, newest)
  }
}

/** Stretches of one count, whatever lies between them. `whole`: its beginning and its end were seen. */
function groupsOf(stretches: readonly Stretch[]) {
  const groups: { first: number; count: number; gap: number; whole: boolean }[] = []
  let whole = false
  for (const [index, { first, last, count }] of stretches.entries()) {
    const group = groups.at(-1)
    const next = stretches[index + 1]
    const isSeen = next !== undefined && next.first - last <= unseen
    const gap = last - first + (isSeen ? next.first - last : 0)
    if (group?.count === count) group.gap += gap
    else groups.push({ first, count, gap, whole })
    const [now] = groups.slice(-1)
    if (now && next && next.count !== count) now.whole &&= isSeen
    whole = isSeen
  }
  return groups
}

function fallOf(known: Fall | null, stretches: readonly Stretch[], { last: at, count }: Stretch): Fall | null {
  // After a month the new count is the usual one.
  if (known && at - known.since <= window) return isFall(known, count, leastFall.percent) ? known : null
  const oldest = stretches[0]?.first ?? at
  const usual = stretches.filter(({ fell }) => !fell)
  const recent = usual.flatMap((one) => (one.last < at && at - one.last <= window ? [one] : before(one, at)))
  const syncs = recent.reduce((sum, one) => sum + one.syncs, 0)
  if (syncs < fewestSyncs) return null
  const counts = recent.map((one) => one.count)
  // Last month's end tells what is usual at this one.
  const usualThen = isMonthEnd(at)
    ? usual.flatMap((one) => (one.last < at && isMonthEnd(one.last) ? [one.count] : []))
    : []
  const low = Math.min(...counts, ...usualThen)
  const found = { since: at, usual: medianOf(recent, syncs), low, high: Math.max(...counts), syncs }
  return isFall(found, count, leastFall.percent) ? { ...found, tellFrom: tellFrom(at, at - oldest) } : null
}

/** The newest stretch without its newest sync. */
function before(one: Stretch, at: number): Stretch[] {
  return one.last === at && one.syncs > 1 ? [{ ...one, syncs: one.syncs - 1 }] : []
}

/** Compared with the least of the time before: the rhythm of a week repeats itself in it. */
function isFall({ low }: Pick<Fall, 'low'>, count: number, percent: number): boolean {
  return low - count >= leastFall.employees && count * 100 <= low * (100 - percent)
}

/**
 * @param newest start of the newest sync, for counts of versions that kept no time
 * @param percent fewer; 0: never
 * @returns null if there is none to tell
 */
export function fallIn({ fall, count, countedAt }: Headcount, newest: number, percent: number): Fall | null {
  const at = countedAt ?? newest
  return fall && percent > 0 && at >= fall.tellFrom && isFall(fall, count, percent) ? fall : null
}

/** Whether a workspace with other limits might be told, so that an issue is hidden and not over. */
export function mayBeTold(headcount: Headcount, newest: number): boolean {
  // How rare its pause is will be known with the next sync.
  const isOfEarlierVersion = headcount.gaps === undefined && headcount.usualGap !== null
  return isOfEarlierVersion || fallIn(headcount, newest, leastFall.percent) !== null || isFrozen(headcount, leastFrozen)
}

/** How rare a pause must be by the connector's own past, as a natural logarithm: chosen on made-up years (docs/reliability.md). */
const rare = 12

/** @param days 0: never */
export function isFrozen({ sameFor, usualGap, longestGap, gaps = 0 }: Headcount, days: number): boolean {
  if (days === 0 || !usualGap || !longestGap || sameFor < Math.max(days * day, longestGap)) return false
  // Changes come by chance at a rate that only the pauses seen tell: the fewer these were, the longer one may be.
  const byChance = gaps * Math.log(1 + sameFor / (gaps * usualGap))
  // The longest pause tells how much that rate itself varies, as with seasons.
  return byChance + 2 * Math.log(sameFor / longestGap) >= rare
}

function medianOf(stretches: readonly Stretch[], syncs: number): number {
  let passed = 0
  for (const { count, syncs: of } of [...stretches].sort((a, b) => a.count - b.count)) {
    passed += of
    if (passed * 2 >= syncs) return count
  }
  return 0
}

/** UTC: the customer's time zone is not known. */
function isMonthEnd(time: number): boolean {
  const date = new Date(time).getUTCDate()
  return date >= 28 || date <= 3
}

function tellFrom(at: number, history: number): number {
  let time = at
  const weekday = () => new Date(time).getUTCDay()
  if (history < weeks) while (weekday() === 6 || weekday() === 0) time = startOfNextDay(time)
  if (history < months) while (isMonthEnd(time)) time = startOfNextDay(time)
  return time
}

const startOfNextDay = (time: number) => (Math.floor(time / day) + 1) * day
