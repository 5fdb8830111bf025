import { ageBucketNames } from '../../../shared/issues/age'
import { categories } from '../../../shared/connectors/category'
import type { IssueList } from '../../../shared/issues/issue'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import { diagnosisNames } from '../../../shared/issues/diagnosis'
import type { Chart } from './issues-chart'
import { type IssueFilter, sameFilter } from './issues-tree'
import type { RefreshRun } from '../records/refresh-run.svelte'
import { age as ageWords, duration } from '../kit/format'
import { integrationName } from '../records/integration-name'
import { safeString } from '../kit/safe-text'
import { chartWords } from './words/chart'
import { emptyWords } from './words/empty'
import { listWords } from './words/list'

interface Meta {
  issueList: IssueList | null
  isKept: boolean
  refreshRun: RefreshRun | null
  /** The age of the list, ms since 1970. */
  readAt: number | null
  ready: boolean
  confirmed: number
  now: number
}

/** The head's summary: number of issues, their age, and test connectors. */
export function issuesMeta({ issueList, isKept, refreshRun, readAt, ready, confirmed, now }: Meta): string {
  if (!issueList || issueList.counts.connectors === 0) return ''
  const { issues, snoozed, fine, connectors } = issueList.counts
  const words = listWords.head
  if (refreshRun?.running && issues > 0) return words.confirmed(confirmed, issues)
  const said = [words.issues(issues)]
  if (snoozed > 0) said.push(words.snoozed(snoozed))
  if (isKept) return [...said, words.updated(duration(now - issueList.at))].join(', ')
  // Without a complete new refresh, the age of the list matters more than the healthy count.
  const stale = !ready || (refreshRun !== null && refreshRun.state !== 'done')
  if (stale && readAt) return [...said, words.updated(duration(now - readAt))].join(', ')
  return words.connectors(connectors) + [...said, words.healthy(fine)].join(', ')
}

/** For an empty list: "1,204 connectors in HRIS, ATS and LMS". */
export function checkedWords(issueList: IssueList, lastRefresh: Snapshot | null): string {
  const done = lastRefresh?.parts.filter(({ state }) => state === 'done').map(({ category }) => category) ?? []
  const read = categories.filter((category) => done.includes(category))
  return emptyWords.clear.checked(issueList.counts.connectors, read)
}

/** Names a filter: "3–7 d, Sync stalled". */
export function filterWords(filter: IssueFilter, chart: Chart): string {
  const { age, cause, integrations, requestedBy, tag } = filter
  const named =
    chart.kinds.find((kind) =>
      sameFilter({ ...kind.filter, age: null }, { ...filter, age: null, requestedBy: null, tag: null })
    )?.name ?? (cause ? diagnosisNames[cause] : (integrations ?? []).map((slug) => integrationName(slug)).join(', '))
  const words = [
    requestedBy === null ? '' : chartWords.reminderDue,
    age ? ageBucketNames[age] : '',
    safeString(named, 80),
    tag === null ? '' : chartWords.tagged(safeString(tag, 40))
  ]
  return words.filter(Boolean).join(', ')
}

const day = 86_400_000

/** Requests up to this time are due for a reminder, ms since 1970. */
export const dueSince = (now: number, remindAfterDays: number): number => now - remindAfterDays * day

/** "Requested 2 d ago". */
export function requestedWords(
  requestedAt: number,
  now: number,
  remindAfterDays: number
): { words: string; due: boolean } {
  const due = requestedAt <= dueSince(now, remindAfterDays)
  const ago = ageWords(Math.max(0, now - requestedAt))
  return { words: due ? listWords.request.due(ago) : listWords.request.asked(ago), due }
}
