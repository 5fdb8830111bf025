import type { AlertRule, PastMessage } from '../../shared/alerts/rule'
import type { Category } from '../../shared/connectors/category'
import { connectorKey, readConnector, type ConnectorRecord } from '../../shared/connectors/connector'
import { readableName } from '../../shared/integration-name'
import type { IssueCause } from '../../shared/issues/diagnosis'
import { dueOf } from '../../shared/issues/due'
import type { DueTimes } from '../../shared/issues/due-times'
import type { Issue, IssueList } from '../../shared/issues/issue'
import type { OpenIncident } from '../store/tables/team/alerts'
import { judgeRule, type Told } from './judge'

const hour = 3_600_000
const day = 24 * hour
/** Refreshes closer to each other are judged as one; ms. */
const closest = 10 * 60_000

/** What a history kept, oldest first. Times in ms since 1970. */
export interface Past {
  refreshes: { startedAt: number; endedAt: number }[]
  issues: {
    category: Category
    id: string
    record: string
    cause: IssueCause
    openedAt: number
    closedAt: number | null
  }[]
}

/** @param dueTimes undefined for none; `names`: of integrations, by slug */
export interface Asked {
  rule: AlertRule
  perDay: number
  since: number
  now: number
  dueTimes: DueTimes | undefined
  names: Readonly<Record<string, string>>
}

/**
 * What a rule would have sent since then: each refresh is judged again, and each hour, as time passes without one. Facts of
 * connectors are today's.
 */
export function pastMessages({ refreshes, issues }: Past, asked: Asked): PastMessage[] {
  const { rule, perDay, since, now, dueTimes, names } = asked
  const all = issues.map((one) => ({ ...one, issue: issueOf(one) }))
  const incidents = new Map<string, OpenIncident>()
  const sent: PastMessage[] = []
  /** As the database takes each once. */
  const claims = new Set<string>()
  const nameOf = ({ about, number, part }: Told) => `${about} ${number} ${part}`
  let last: Past['refreshes'][number] | undefined
  let next = 0
  for (const at of momentsOf(refreshes, rule.when.due === null ? since : now, since, now)) {
    for (; (refreshes[next]?.endedAt ?? Infinity) <= at; next++) last = refreshes[next]
    if (!last || (rule.when.watches !== 'refresh' && at - last.endedAt > hour)) continue
    const { startedAt, endedAt } = last
    const open = all.filter(
      ({ openedAt, closedAt }) => openedAt <= endedAt && (closedAt === null || closedAt > endedAt)
    )
    const told = judgeRule(
      rule,
      {
        ...{ list: listOf(open.map(({ issue }) => issue)), now: at, refreshAge: at - endedAt, knownAt: startedAt },
        due: (one) => (dueTimes ? dueOf(one, dueTimes, at) : null),
        nameOf: (slug) => names[slug] ?? readableName(slug)
      },
      [...incidents.values()]
    )
    for (const part of ['first', 'end', 'digest'] as const) {
      const those = told.filter((one) => one.part === part && !claims.has(nameOf(one)))
      if (those.length === 0 || sent.filter((one) => one.at > at - day).length >= perDay) continue
      sent.push({ at, part, titles: those.map(({ title }) => title) })
      // Told just before the next refresh begins.
      for (const one of those) {
        const { about, number, title } = one
        claims.add(nameOf(one))
        incidents.set(about, { rule: '', about, number, part, title, at: endedAt, outcome: 'sent' })
      }
    }
  }
  return sent
}

/** Ends of refreshes from `from` on, and full hours. */
function momentsOf(refreshes: Past['refreshes'], from: number, since: number, now: number): number[] {
  const moments: number[] = []
  for (const { endedAt } of refreshes)
    if (endedAt >= from && endedAt - (moments.at(-1) ?? 0) >= closest) moments.push(endedAt)
  for (let at = Math.ceil(since / hour) * hour; at <= now; at += hour) moments.push(at)
  return moments.sort((a, b) => a - b)
}

function listOf(issues: readonly Issue[]): Pick<IssueList, 'groups'> {
  const bySlug = new Map<string, Issue[]>()
  const outages = new Map<string, Issue[]>()
  for (const one of issues) {
    const groups = one.cause === 'incident' ? outages : bySlug
    const group = groups.get(one.integrationSlug)
    if (group) group.push(one)
    else groups.set(one.integrationSlug, [one])
  }
  const group = ([integrationSlug, own]: [string, Issue[]]) => ({ integrationSlug, total: own.length, issues: own })
  const incidents = [...outages].map((of) => ({
    ...{ ...group(of), first: of[1][0]?.ageFrom ?? 0, last: 0, times: [], stillRun: 0, words: '' },
    ...{ employees: of[1].reduce((sum, { employees }) => sum + (employees ?? 0), 0), endUsers: of[1].length },
    title: `${of[1].length} connectors failed`
  }))
  const parts = { count: issues.length, words: '' }
  return {
    groups: [
      { ...parts, cause: 'incident', incidents, integrations: [] },
      { ...parts, cause: 'failed', incidents: [], integrations: [...bySlug].map(group) }
    ]
  }
}

function issueOf({ category, id, record, cause, openedAt }: Past['issues'][number]): Issue {
  const { integrationSlug, endUser, originId, totalEmployees } = readConnector(JSON.parse(record) as ConnectorRecord)
  return {
    ...{ key: connectorKey(category, id), category, integrationSlug, endUser, originId, cause, short: '', since: null },
    ...{ ageFrom: openedAt, age: '<1d', lastGoodSync: { time: null, kind: 'never' }, employees: totalEmployees },
    ...{ others: 0, othersTroubled: 0, owner: '', hasNote: false, snoozedUntil: null, tags: [], requestedAt: null }
  }
}
