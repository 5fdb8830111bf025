import { dates, numbers, shortNumbers } from './locale'

export { zone } from './locale'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const clock = dates({ hour: '2-digit', minute: '2-digit' })
const weekday = dates({ weekday: 'short' })
const dayMonth = dates({ day: 'numeric', month: 'short' })
const dayMonthYear = dates({ day: 'numeric', month: 'short', year: 'numeric' })
const full = dates({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short'
})

export function count(value: number): string {
  return numbers.format(value)
}

/** Where there is room for five characters: "9,999", then "10K", "423K", "1.2M". */
export function shortCount(value: number): string {
  return value < 10_000 ? count(value) : shortNumbers.format(value)
}

/** "0.4 MB", "38 MB", "1,000 MB". */
export function megabytes(bytes: number): string {
  const mb = bytes / 1e6
  return `${numbers.format(mb < 10 ? Math.ceil(mb * 10) / 10 : Math.round(mb))} MB`
}

/** "1 page", "1,204 connectors". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** "HRIS", "HRIS and ATS", "HRIS, ATS and LMS". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** "14 s", "16 min", "2 h 14 min", "2 d 4 h". */
export function duration(ms: number): string {
  const of = (big: number, unit: string, small: number, smallUnit: string) => {
    const rest = Math.floor((ms % big) / small)
    return `${Math.floor(ms / big)} ${unit}${rest ? ` ${rest} ${smallUnit}` : ''}`
  }
  if (ms < minute) return `${Math.max(0, Math.floor(ms / 1000))} s`
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  if (ms < day) return of(hour, 'h', minute, 'min')
  return of(day, 'd', hour, 'h')
}

/** A weekday alone names a day only while the next day of that name is far away. */
const weekdayFor = 5 * day

/** Today "09:12", within 5 days "Sat 12:07", this year "6 Nov", else "6 Nov 2024". */
export function time(ms: number, now: number): string {
  const then = new Date(ms)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return clock.format(then)
  if (Math.abs(now - ms) < weekdayFor) return `${weekday.format(then)} ${clock.format(then)}`
  return (then.getFullYear() === today.getFullYear() ? dayMonth : dayMonthYear).format(then)
}

/** The same, usually with the time of day: "09:12", "Sat 06:02", "6 Nov 05:58". */
export function dayTime(ms: number, now: number): string {
  const short = time(ms, now)
  return short.includes(':') ? short : `${short} ${clock.format(ms)}`
}

/** The age of an issue: "< 1 min", "53 min", "11 h", "2 d 21 h", and from the third day only days: "12 d". */
export function age(ms: number): string {
  if (ms < minute) return '< 1 min'
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  if (ms < day) return `${Math.floor(ms / hour)} h`
  return ms < 3 * day ? duration(ms) : `${Math.floor(ms / day)} d`
}

export function longTime(ms: number, now: number): string {
  const then = new Date(ms)
  const sameYear = then.getFullYear() === new Date(now).getFullYear()
  const near = Math.abs(now - ms) < 7 * day ? `${weekday.format(then)} ` : ''
  return `${near}${(sameYear ? dayMonth : dayMonthYear).format(then)} ${clock.format(then)}`
}

export function absoluteTime(ms: number): string {
  return full.format(ms)
}

/** For the clipboard: UTC means the same to everyone. */
export function utcTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** "512 B", "1.4 kB", "37 MB". */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`
  const [scaled, unit] = value < 1_000_000 ? [value / 1000, 'kB'] : [value / 1_000_000, 'MB']
  return `${scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${unit}`
}

const seconds = dates({ hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** To the second, to tell requests apart: "09:41:07". */
export function clockTime(ms: number): string {
  return seconds.format(ms)
}

/** The duration of a call: "412 ms", "1.4 s", "42 s", "2 min". */
export function milliseconds(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms)
}

/** "09:41". */
export function hourMinute(ms: number): string {
  return clock.format(ms)
}

/** Rounded up: 0.2 s left is still a wait. */
export function secondsLeft(until: number, now: number): string {
  return duration(Math.max(0, Math.ceil((until - now) / 1000)) * 1000)
}

/** When something far away happens: "in 12 min" within the hour, else the time, with its date where it is not today. */
export function momentWords(ms: number, now: number): string {
  if (ms - now < hour) return `in ${duration(ms - now)}`
  const isToday = new Date(ms).toDateString() === new Date(now).toDateString()
  return isToday ? `at ${clock.format(ms)}` : `on ${longTime(ms, now)}`
}

/** As the API takes a time: ISO 8601 in UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
