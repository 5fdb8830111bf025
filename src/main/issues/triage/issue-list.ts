import { ageBucket } from '../../../shared/issues/age'
import type {
  CauseGroup,
  ChartCell,
  IntegrationGroup,
  IssueList,
  Issue,
  OutageGroup
} from '../../../shared/issues/issue'
import { issueCauses, type IssueCause } from '../../../shared/issues/diagnosis'
import { lastGoodSync } from './last-good-sync'
import type { Triage, Troubled } from './triage'
import { wordsFor, counted } from './words'
import type { Reading } from '../../../shared/connectors/connector'
import type { PossibleOutage } from './possible-outages'
import type { Pause, WakeWhen } from '../../../shared/issues/issue'
import { lengthOf } from './readings'

/** Reads each list once: there may be thousands of possible outages. */
function outageGroups(triage: Triage, issues: readonly Issue[]): OutageGroup[] {
  const { incidents, incidentOf } = triage.around
  const members = new Map(incidents.map((incident) => [incident, { issues: [], touched: [] } as Members]))
  const membersOf = (key: string) => {
    const incident = incidentOf.get(key)
    return incident && members.get(incident)
  }
  for (const one of issues) membersOf(one.key)?.issues.push(one)
  for (const { subject } of triage.troubled) membersOf(subject.key)?.touched.push(subject.connector)
  return [...members]
    .filter(([, own]) => own.issues.length > 0)
    .map(([incident, own]) => outageGroup(triage, incident, own))
}

interface Members {
  issues: Issue[]
  /** Also snoozed ones. */
  touched: Reading[]
}

function outageGroup(triage: Triage, incident: PossibleOutage, { issues, touched }: Members): OutageGroup {
  const endUsers = new Set(touched.map(({ originId, endUser }) => originId ?? endUser)).size
  const first = incident.times[0] ?? 0
  const last = incident.times.at(-1) ?? first
  const broken = incident.keys.length
  const stillRun = triage.integrations.get(incident.integrationSlug)?.healthy ?? 0
  return {
    integrationSlug: incident.integrationSlug,
    first,
    last,
    times: incident.times,
    total: incident.total,
    stillRun,
    employees: touched.reduce((sum, { totalEmployees }) => sum + (totalEmployees ?? 0), 0),
    endUsers,
    // Without the integration's name: the view adds it from the service's list.
    title: `${digits(broken)} of ${digits(incident.total)} connectors failed within ${lengthOf(last - first)}`,
    words: `Most likely the provider, not ${endUsers === 1 ? 'the customer' : `${counted(endUsers)} customers`}. ${restWords(stillRun, incident.total - broken)}`,
    issues: issues.sort((a, b) => a.ageFrom - b.ageFrom)
  }
}

const digits = (value: number) => value.toLocaleString('en')

function restWords(stillRun: number, others: number): string {
  if (others === 0) return 'None of its connectors still syncs.'
  if (stillRun === others)
    return others === 1 ? 'The other one still syncs.' : `The other ${digits(others)} still sync.`
  return `${digits(stillRun)} of the other ${digits(others)} still ${stillRun === 1 ? 'syncs' : 'sync'}.`
}

export interface Kept {
  openedAt: number
  owner: string
  note: string
  snoozedUntil: number | null
  wake?: { when: WakeWhen } | null
  tags: readonly string[]
  requestedAt: number | null
  waits?: Pause[]
}

const groupWords: Record<IssueCause, string> = {
  incident: 'Most likely the provider, not the customers.',
  relink: 'The customer’s administrator must reconnect. IDs and history stay.',
  unfinished: 'The customer started to link and must finish.',
  stalled: 'A sync was due and did not start. Operations must look.',
  drop: 'Far fewer people than this connector has had. No error is reported.',
  frozen: 'Syncs succeed, but their number of people has stopped changing.',
  failed: 'The credentials work. The next sync may succeed; else check permissions.',
  contradictory: 'Fields of the record contradict each other.',
  unreadable: 'The API returned values that cannot be read.',
  unknown: 'The API returned a value this app does not know.'
}

/** Oldest first. Snoozed issues and test connectors are listed apart and are in neither chart. Pure. */
export function issueListOf(
  triage: Triage,
  kept: ReadonlyMap<string, Kept>,
  watched: Pick<IssueList, 'webhooks' | 'mappings'> = { webhooks: [], mappings: [] }
): IssueList {
  const { now } = triage.around
  const open: Issue[] = []
  const snoozed: Issue[] = []
  const tests: Issue[] = []
  for (const one of triage.troubled) {
    const row = issue(triage, one, kept.get(one.subject.key))
    if (one.subject.connector.isTest) tests.push(row)
    else if (row.snoozedUntil !== null && row.snoozedUntil > now) snoozed.push(row)
    else open.push(row)
  }
  const integrations = [...triage.integrations.values()]
  const production = integrations.reduce((sum, { total }) => sum + total, 0)
  return {
    at: now,
    groups: issueCauses.map((cause) => causeGroup(triage, cause, open)).filter(({ count }) => count > 0),
    snoozed: snoozed.sort(oldestFirst),
    tests: tests.sort(oldestFirst),
    counts: {
      issues: open.length,
      snoozed: snoozed.length,
      fine: production - integrations.reduce((sum, { troubled }) => sum + troubled, 0),
      tests: triage.subjects.length - production,
      connectors: triage.subjects.length
    },
    byCause: chart(open, ({ cause }) => cause),
    byIntegration: chart(open, ({ integrationSlug }) => integrationSlug),
    ...watched,
    providersDown: []
  }
}

function issue(triage: Triage, { subject, judgment, kind: cause }: Troubled, kept?: Kept): Issue {
  const { connector, key, category } = subject
  const { now } = triage.around
  const good = lastGoodSync(subject)
  const ageFrom = judgment.since ?? kept?.openedAt ?? subject.memory.firstSeenAt ?? now
  const { others, troubled } = triage.customers.countOthers(subject)
  return {
    key,
    category,
    integrationSlug: connector.integrationSlug,
    endUser: connector.endUser,
    originId: connector.originId,
    cause,
    short: wordsFor(subject, judgment, good, triage.around).short,
    since: judgment.since,
    ageFrom,
    age: ageBucket(now - ageFrom),
    lastGoodSync: { time: good.time, kind: good.kind },
    employees: connector.totalEmployees,
    others,
    othersTroubled: troubled,
    owner: kept?.owner ?? '',
    hasNote: Boolean(kept?.note),
    snoozedUntil: kept?.snoozedUntil ?? null,
    ...(kept?.wake && { wakes: kept.wake.when }),
    tags: [...(kept?.tags ?? [])],
    requestedAt: kept?.requestedAt ?? null,
    ...(kept?.waits?.length && { waits: kept.waits })
  }
}

function causeGroup(triage: Triage, cause: IssueCause, open: Issue[]): CauseGroup {
  const issues = open.filter((one) => one.cause === cause)
  return {
    cause,
    count: issues.length,
    words: groupWords[cause],
    incidents: cause === 'incident' ? outageGroups(triage, issues) : [],
    integrations: cause === 'incident' ? [] : byIntegration(triage, issues)
  }
}

/** The integration with most issues first; in it the oldest issue, beside the others of its customer. */
function byIntegration(triage: Triage, issues: Issue[]): IntegrationGroup[] {
  const groups = groupBy(issues, ({ integrationSlug }) => integrationSlug)
  return [...groups]
    .map(([integrationSlug, members]) => ({
      integrationSlug,
      total: triage.integrations.get(integrationSlug)?.total ?? 0,
      issues: besideEachOther(members)
    }))
    .sort((a, b) => b.issues.length - a.issues.length || (a.integrationSlug < b.integrationSlug ? -1 : 1))
}

function besideEachOther(issues: Issue[]): Issue[] {
  const byEndUser = groupBy(issues.sort(oldestFirst), (one) => one.originId ?? one.endUser)
  return [...byEndUser.values()].flat()
}

function oldestFirst(a: Issue, b: Issue): number {
  return a.ageFrom - b.ageFrom || (a.key < b.key ? -1 : 1)
}

function chart(issues: Issue[], of: (one: Issue) => string): ChartCell[] {
  const cells = new Map<string, ChartCell>()
  for (const one of issues) {
    const name = `${one.age} ${of(one)}`
    const cell = cells.get(name)
    if (cell) cell.count++
    else cells.set(name, { age: one.age, of: of(one), count: 1 })
  }
  return [...cells.values()]
}

/** Node 20 has no `Map.groupBy`. */
function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group) group.push(item)
    else groups.set(nameOf(item), [item])
  }
  return groups
}
