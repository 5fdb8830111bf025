import type { IssueCause } from './diagnosis'
import type { DueTimes, WorkCalendar } from './due-times'
import type { Issue, Pause } from './issue'

const minute = 60_000
const day = 86_400_000
/** Later than this after its start nothing is due, days. */
const farthest = 20 * 366

/** @returns what keeps these due times from being used, in words; or null */
export function dueTimesProblem({ calendar, tiers, targets }: DueTimes): string | null {
  try {
    clockOf(calendar.zone)
  } catch {
    return 'This time zone is not known.'
  }
  const hours = calendar.week.filter((one) => one !== null)
  if (hours.some(({ from, to }) => to <= from)) return 'Each working day must end after it begins.'
  if (hours.length === 0) return 'The calendar has no working hours, so nothing would ever be due.'
  const names = new Set(tiers.map(({ name }) => name))
  if (names.size < tiers.length) return 'Two tiers have the same name.'
  if (targets.some((one) => one.tier !== null && !names.has(one.tier)))
    return 'A target names a tier that does not exist.'
  return null
}

/** @returns working minutes, or null without a target. The first tier with the customer counts, then all others' target. */
export function targetOf({ tiers, targets }: DueTimes, cause: IssueCause, originId: string | null): number | null {
  const of = (name: string | null) => targets.find((one) => one.cause === cause && one.tier === name)
  const own = originId === null ? undefined : tiers.find(({ customers }) => customers.includes(originId))
  const target = (own && of(own.name)) ?? of(null)
  return target ? target.hours * 60 : null
}

/** @returns ms since 1970; null while a pause without an end keeps it from being due */
export function dueAt(
  openedAt: number,
  target: number,
  calendar: WorkCalendar,
  pauses: readonly Pause[]
): number | null {
  let left = target * minute
  if (left <= 0) return openedAt
  for (const { from, to } of stretches(openedAt, Infinity, calendar, pauses)) {
    if (to - from >= left) return from + left
    left -= to - from
  }
  return null
}

/** @returns working ms that are left at `now`; below 0: so much over */
export function leftAt(
  now: number,
  openedAt: number,
  target: number,
  calendar: WorkCalendar,
  pauses: readonly Pause[]
): number {
  let left = target * minute
  for (const { from, to } of stretches(openedAt, now, calendar, pauses)) left -= to - from
  return left
}

export interface Due {
  /** Working minutes. */
  target: number
  /** Working ms; below 0: so much over. */
  left: number
  /** Also past the end of working hours, with nothing left and nothing over. */
  over: boolean
  /** null while it waits for the customer. */
  at: number | null
  /** When the wait for the customer began, if it waits now and is not over. */
  waitsSince: number | null
}

/** @returns null for an issue without a target. It counts from where the issue's age does. */
export function dueOf(one: Issue, times: DueTimes, now: number): Due | null {
  const target = targetOf(times, one.cause, one.originId)
  if (target === null) return null
  const asked = [one.ageFrom, target, times.calendar, one.waits ?? []] as const
  const left = leftAt(now, ...asked)
  const at = dueAt(...asked)
  return {
    target,
    left,
    over: at !== null && at < now,
    at,
    waitsSince: at === null ? (one.waits?.at(-1)?.from ?? null) : null
  }
}

/** Working times in their order, without pauses, ms since 1970. */
function* stretches(
  start: number,
  end: number,
  { zone, week, holidays }: WorkCalendar,
  pauses: readonly Pause[]
): Generator<{ from: number; to: number }> {
  const clock = clockOf(zone)
  const first = Math.floor((start + clock.offset(start)) / day) * day
  const off = new Set(holidays)
  const rests = pauses.map(({ from, to }) => ({ from, to: to ?? Infinity })).sort((a, b) => a.from - b.from)
  for (let n = 0, date = first; n < farthest; n++, date += day) {
    // 1 January 1970 was a Thursday.
    const hours = week[(((date / day + 3) % 7) + 7) % 7]
    if (!hours || off.has(new Date(date).toISOString().slice(0, 10))) continue
    let from = Math.max(start, clock.first(date + hours.from * minute))
    const to = Math.min(end, clock.first(date + hours.to * minute))
    if (from >= end) return
    for (const rest of rests) {
      if (rest.to <= from) continue
      if (rest.from >= to) break
      if (rest.from > from) yield { from, to: rest.from }
      from = rest.to
    }
    if (from === Infinity) return
    if (to > from) yield { from, to }
  }
}

interface ZoneClock {
  /** ms that the zone's clocks are ahead of UTC. */
  offset(at: number): number
  /** When clocks first show this time or a later one; they may skip it or show it twice. @param shown as if it were UTC */
  first(shown: number): number
}
const clocks = new Map<string, ZoneClock>()

/** @throws RangeError for an unknown zone */
function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric' }
  })
  const found = new Map<number, number>()
  const offset = (at: number) => {
    const whole = Math.floor(at / minute) * minute
    const part = Object.fromEntries(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute) - whole
  }
  const search = (shown: number) => {
    let before = shown - day
    let after = shown + day
    const [early, late] = [offset(before), offset(after)]
    if (early === late) return shown - early
    while (after - before > minute) {
      const middle = Math.floor((before + after) / 2 / minute) * minute
      if (offset(middle) === early) before = middle
      else after = middle
    }
    return shown - early < after ? shown - early : Math.max(after, shown - late)
  }
  const clock: ZoneClock = {
    offset,
    first(shown) {
      const at = found.get(shown) ?? search(shown)
      if (found.size > 20_000) found.clear()
      found.set(shown, at)
      return at
    }
  }
  clocks.set(zone, clock)
  return clock
}
