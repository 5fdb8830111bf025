import type { GoodShare } from '../../../shared/model/trends'
import { lastGoodSync } from '../triage/good-as-of'
import type { Triage } from '../triage/triage'
import type { Days } from './weeks'

/**
 * Connectors by the day of their last good sync. "Today" is the day of the last refresh: what happened since was not
 * seen. Test connectors, inactive ones and those that are being linked are not counted, as no sync is due of them.
 *
 * @param refreshedAt when the last refresh of the whole list ended; null without one
 */
export function goodShareOf({ subjects, judgments }: Triage, days: Days, refreshedAt: number | null): GoodShare {
  const counts = { today: 0, yesterday: 0, week: 0, older: 0, never: 0 }
  const today = days.startOf(refreshedAt ?? 0)
  const yesterday = days.after(today, -1)
  const week = days.after(today, -6)
  let connectors = 0
  for (const subject of refreshedAt === null ? [] : subjects) {
    const kind = judgments.get(subject.key)?.kind
    if (subject.connector.isTest || kind === 'inactive' || kind === 'linking') continue
    connectors++
    const { time } = lastGoodSync(subject)
    if (time === null) counts.never++
    else if (time >= today) counts.today++
    else if (time >= yesterday) counts.yesterday++
    else if (time >= week) counts.week++
    else counts.older++
  }
  const ages = Object.entries(counts) as [keyof typeof counts, number][]
  return { at: refreshedAt, connectors, ages: ages.map(([age, connectors]) => ({ age, connectors })) }
}
