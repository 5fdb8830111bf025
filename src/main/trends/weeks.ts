import { AppError } from '../../shared/errors'

const day = 86_400_000

/** Starts of days in a zone, ms since 1970. */
export interface Days {
  /** 00:00 of that day, or its first moment if a clock change skips 00:00. */
  startOf(at: number): number
  /** The start of the day so many days later. */
  after(start: number, days: number): number
}

/** @param zone IANA time zone @throws AppError invalid-input for an unknown one */
export function daysIn(zone: string): Days {
  const parts = clockOf(zone)
  /** The local date, as UTC midnight of that date. */
  const dateOf = (at: number) => {
    const { year, month, day: date } = parts(at)
    return Date.UTC(year, month - 1, date)
  }
  const offset = (at: number) => {
    const { year, month, day: date, hour, minute, second } = parts(at)
    return Date.UTC(year, month - 1, date, hour, minute, second) - Math.floor(at / 1000) * 1000
  }
  const begin = (date: number) => {
    const [early, late] = [date - offset(date - day), date - offset(date + day)].sort((a, b) => a - b) as [
      number,
      number
    ]
    return dateOf(early) === date ? early : late
  }
  return {
    startOf: (at) => begin(dateOf(at)),
    after: (start, days) => begin(dateOf(start) + days * day)
  }
}

/**
 * Mondays 00:00 in the zone, oldest first, and the end of the last week.
 * @param now in the last week
 */
export function weekStarts(now: number, zone: string, count: number): number[] {
  const { startOf, after } = daysIn(zone)
  const today = startOf(now)
  const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short' }).format(today + day / 2)
  const monday = after(today, -['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday))
  return Array.from({ length: count + 1 }, (_, week) => after(monday, (week + 1 - count) * 7))
}

/** @param starts from `weekStarts` @returns the week's index, or -1 */
export function weekOf(starts: readonly number[], at: number): number {
  if (at < (starts[0] ?? Infinity) || at >= (starts.at(-1) ?? -Infinity)) return -1
  let [low, high] = [0, starts.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at < (starts[middle] ?? Infinity)) high = middle
    else low = middle
  }
  return low
}

function clockOf(zone: string) {
  const names = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      ...Object.fromEntries(names.map((name) => [name, 'numeric'])),
      timeZone: zone,
      hourCycle: 'h23'
    })
  } catch {
    throw new AppError('invalid-input', 'This time zone is not known.', { fields: { zone: 'Not a time zone.' } })
  }
  return (at: number) => {
    const found = new Map<string, string>(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const [year, month, date, hour, minute, second] = names.map((name) => Number(found.get(name)))
    return { year, month, day: date, hour, minute, second } as Record<(typeof names)[number], number>
  }
}
