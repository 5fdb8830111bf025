import { readLocalText } from '../kit/local-time'
import { dates } from '../kit/locale'
import { longestSleep, wakeWhen, type Issue, type WakeWhen } from '../../../shared/issues/issue'
import { issueDrawerWords } from './words/drawer'
import { wakeWords } from './words'

/** The hour when a working day begins, for issues that come back "tomorrow morning". */
const morning = 8

const day = 86_400_000
const weekday = dates({ weekday: 'short' })
const dayMonth = dates({ day: 'numeric', month: 'short' })

interface SnoozeChoice {
  id: 'tomorrow' | 'monday' | 'week'
  label: string
  /** ms since 1970 */
  until: number
}

interface WaitChoice {
  wakes: WakeWhen
  label: string
  /** ms since 1970: then it ends anyway */
  until: number
}

/** A morning of the operator's calendar: a day is not always 24 h long. */
function morningIn(days: number, now: number): number {
  const then = new Date(now)
  return new Date(then.getFullYear(), then.getMonth(), then.getDate() + days, morning).getTime()
}

/** Common times to snooze to, each day once: tomorrow and in a week exist on every weekday. */
export function snoozeChoices(now: number): SnoozeChoice[] {
  const words = issueDrawerWords.snooze
  const [tomorrow, week] = [morningIn(1, now), morningIn(7, now)]
  const toMonday = (8 - new Date(now).getDay()) % 7 || 7
  const monday = morningIn(toMonday, now)
  const choices: SnoozeChoice[] = [
    { id: 'tomorrow', label: words.tomorrow, until: tomorrow },
    { id: 'monday', label: words.monday(dayMonth.format(monday)), until: monday },
    { id: 'week', label: words.week, until: week }
  ]
  return choices.filter(({ id, until }) => id !== 'monday' || (until !== tomorrow && until !== week))
}

/** What each of these issues can wait for. @param down integrations whose provider says that an incident is open */
export function waitChoices(issues: readonly Issue[], down: readonly string[], now: number): WaitChoice[] {
  const fits: Record<WakeWhen, (one: Issue) => boolean> = {
    fails: () => true,
    'ten-more': ({ integrationSlug }) => integrationSlug !== '',
    provider: ({ integrationSlug }) => down.includes(integrationSlug),
    connects: ({ cause }) => cause === 'relink'
  }
  return wakeWhen.options
    .filter((wakes) => issues.length > 0 && issues.every(fits[wakes]))
    .map((wakes) => ({ wakes, label: wakeWords[wakes], until: now + longestSleep }))
}

/** @param date as typed, "2026-11-20" @returns its morning; null for anything but a future day */
export function morningOf(date: string, now: number): number | null {
  const at = readLocalText(date)
  const until = at === null ? null : morningIn(0, at)
  return until !== null && until > now ? until : null
}

export function wakeDay(until: number, now: number): string {
  return Math.abs(until - now) < 6 * day ? weekday.format(until) : dayMonth.format(until)
}
