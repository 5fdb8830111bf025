import { ageBucketNames } from '../../../../shared/model/age'
import { categories } from '../../../../shared/model/category'
import type { Queue } from '../../../../shared/model/case'
import type { Snapshot } from '../../../../shared/model/snapshot'
import { verdictNames } from '../../../../shared/model/verdict'
import type { Chart } from '../../state/queue/queue-chart'
import { type QueueFilter, sameFilter } from '../../state/queue/queue-tree'
import type { Walk } from '../../state/shared/walk.svelte'
import { age as ageWords, duration } from '../../lib/format'
import { integrationName } from '../../lib/words/integration-name'
import { safeString } from '../../lib/words/safe-text'
import { chartWords } from '../../words/issues/chart'
import { emptyWords } from '../../words/issues/empty'
import { listWords } from '../../words/issues/list'

interface Meta {
  queue: Queue | null
  /** Whether it is of the last session. */
  isKept: boolean
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

/** What the head of the queue says: how many cases, and how current they are. With the test connectors it sums up. */
export function queueMeta({ queue, isKept, walk, readAt, ready, confirmed, now }: Meta): string {
  if (!queue || queue.counts.connectors === 0) return ''
  const { cases, snoozed, fine, connectors } = queue.counts
  const words = listWords.head
  if (walk?.running && cases > 0) return words.confirmed(confirmed, cases)
  const said = [words.issues(cases)]
  if (snoozed > 0) said.push(words.snoozed(snoozed))
  if (isKept) return [...said, words.updated(duration(now - queue.at))].join(', ')
  // Where no new walk reached its end, the age of the list matters more than what is healthy.
  const stale = !ready || (walk !== null && walk.state !== 'done')
  if (stale && readAt) return [...said, words.updated(duration(now - readAt))].join(', ')
  return words.connectors(connectors) + [...said, words.healthy(fine)].join(', ')
}

/** What was checked, for a queue that is empty: "1,204 connectors in HRIS, ATS and LMS". */
export function checkedWords(queue: Queue, lastWalk: Snapshot | null): string {
  const done = lastWalk?.parts.filter(({ state }) => state === 'done').map(({ category }) => category) ?? []
  const read = categories.filter((category) => done.includes(category))
  return emptyWords.clear.checked(queue.counts.connectors, read)
}

/** What a filter leaves: "3–7 d, Sync stalled". */
export function filterWords(filter: QueueFilter, chart: Chart): string {
  const { age, cause, integrations, requestedBy, tag } = filter
  const named =
    chart.kinds.find((kind) =>
      sameFilter({ ...kind.filter, age: null }, { ...filter, age: null, requestedBy: null, tag: null })
    )?.name ?? (cause ? verdictNames[cause] : (integrations ?? []).map((slug) => integrationName(slug)).join(', '))
  const words = [
    requestedBy === null ? '' : chartWords.reminderDue,
    age ? ageBucketNames[age] : '',
    safeString(named, 80),
    tag === null ? '' : chartWords.tagged(safeString(tag, 40))
  ]
  return words.filter(Boolean).join(', ')
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
  return { words: due ? listWords.request.due(ago) : listWords.request.asked(ago), due }
}
