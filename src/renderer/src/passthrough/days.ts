import { dates } from '../kit/locale'
import { libraryWords } from './words/library'

const long = dates({ weekday: 'long' })
const date = dates({ day: 'numeric', month: 'short' })
const dated = dates({ day: 'numeric', month: 'short', year: 'numeric' })
const day = 24 * 3_600_000

/** "Today", "Yesterday", a weekday of the last week, else the date. */
export function dayName(ms: number, now: number): string {
  const then = new Date(ms)
  const isSame = (other: number) => then.toDateString() === new Date(other).toDateString()
  if (isSame(now)) return libraryWords.history.today
  if (isSame(now - day)) return libraryWords.history.yesterday
  if (now - ms < 6 * day && now >= ms) return long.format(then)
  return (then.getFullYear() === new Date(now).getFullYear() ? date : dated).format(then)
}

export function byDay<T extends { askedAt: number }>(
  entries: readonly T[],
  now: number
): { day: string; entries: T[] }[] {
  const days: { day: string; entries: T[] }[] = []
  for (const entry of entries) {
    const name = dayName(entry.askedAt, now)
    const last = days.at(-1)
    if (last?.day === name) last.entries.push(entry)
    else days.push({ day: name, entries: [entry] })
  }
  return days
}
