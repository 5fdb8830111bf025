import { ageBucketNames } from '../../../../shared/model/age'
import { categories } from '../../../../shared/model/category'
import type { Queue } from '../../../../shared/model/case'
import type { Snapshot } from '../../../../shared/model/snapshot'
import { verdictNames } from '../../../../shared/model/verdict'
import type { Chart } from '../../state/queue/queue-chart'
import { type QueueFilter, sameFilter } from '../../state/queue/queue-tree'
import type { Walk } from '../../state/shared/walk.svelte'
import { age as ageWords, count, counted, duration, listed } from '../../lib/format'
import { integrationName } from '../../lib/words/integration-name'
import { safeString } from '../../lib/words/safe-text'

interface Meta {
  queue: Queue | null
  /** The walk of this session, if any. */
  walk: Walk | null
  /** How old what is listed is, ms since 1970. */
  readAt: number | null
  /** Whether calls can be made. */
  ready: boolean
  /** Cases that the running walk has found again. */
  confirmed: number
  now: number
}

/** What the head of the queue says: how many cases, and how current they are. */
export function queueMeta({ queue, walk, readAt, ready, confirmed, now }: Meta): string {
  if (!queue || queue.counts.connectors === 0) return ''
  const { cases, snoozed, fine } = queue.counts
  if (walk?.running && cases > 0) return `${count(confirmed)} of last time’s ${counted(cases, 'case')} confirmed so far`
  const said = [counted(cases, 'case')]
  if (snoozed > 0) said.push(`${count(snoozed)} snoozed`)
  // Where no new walk reached its end, the age of the list matters more than what is healthy.
  const stale = !ready || (walk !== null && walk.state !== 'done')
  if (stale && readAt) said.push(`read ${duration(now - readAt)} ago`)
  else said.push(`${counted(fine, 'connector')} fine`)
  return said.join(', ')
}

/** What was checked, for a queue that is empty: "1,204 connectors in HRIS, ATS and LMS". */
export function checkedWords(queue: Queue, lastWalk: Snapshot | null): string {
  const done = lastWalk?.parts.filter(({ state }) => state === 'done').map(({ category }) => category) ?? []
  const read = categories.filter((category) => done.includes(category))
  return `${counted(queue.counts.connectors, 'connector')}${read.length > 0 ? ` in ${listed(read)}` : ''}`
}

/** What a filter leaves: "3–7 d, Sync stalled". */
export function filterWords(filter: QueueFilter, chart: Chart): string {
  const { age, cause, integrations, requestedBy } = filter
  const named =
    chart.kinds.find((kind) => sameFilter({ ...kind.filter, age: null }, { ...filter, age: null, requestedBy: null }))
      ?.name ?? (cause ? verdictNames[cause] : (integrations ?? []).map((slug) => integrationName(slug)).join(', '))
  return [requestedBy === null ? '' : 'Reminder due', age ? ageBucketNames[age] : '', safeString(named, 80)]
    .filter(Boolean)
    .join(', ')
}

const day = 86_400_000

/** Until when a request counts as due for a reminder, ms since 1970. */
export const dueSince = (now: number, remindAfterDays: number): number => now - remindAfterDays * day

/** What a row says of a relink request: "Requested 2 d ago". */
export function requestedWords(
  requestedAt: number,
  now: number,
  remindAfterDays: number
): { words: string; due: boolean } {
  const due = requestedAt <= dueSince(now, remindAfterDays)
  const ago = ageWords(Math.max(0, now - requestedAt))
  return { words: due ? `Reminder due, ${ago}` : `Requested ${ago} ago`, due }
}
