import { integrationName } from '../records/integration-name'
import { searchable } from '../kit/safe-text'
import { namesVersion, searchedNameOf } from '../records/learned-names.svelte'
import { openIssues, issuesOf } from '../records/issues-by-key'
import type { IssueFilters } from '../../../shared/connectors/saved-filter'
import { dueAt, targetOf } from '../../../shared/issues/due'
import type { DueTimes } from '../../../shared/issues/due-times'
import type { CauseGroup, OutageGroup, IssueList, Issue } from '../../../shared/issues/issue'
import type { MappingIssue } from '../../../shared/mappings/mapping-issue'
import type { WebhookIssue } from '../../../shared/webhooks/webhook-issue'
import type { AgeBucket } from '../../../shared/issues/age'
import type { IssueCause } from '../../../shared/issues/diagnosis'

export type Grouping = 'integration' | 'cause' | 'end-user' | 'owner' | 'none'
export type IssueSort = 'age' | 'end-user' | 'integration' | 'employees' | 'due'
/** When an issue is due, ms since 1970. null: paused; undefined: it has no target. */
export type DueAt = (one: Issue) => number | null | undefined

/** Choices of the chart, its legend and the head, which hold together; null: no choice. */
export interface IssueFilter {
  age: AgeBucket | null
  cause: IssueCause | null
  integrations: readonly string[] | null
  /** ms since 1970: keeps issues with a relink request up to then, due for a reminder. */
  requestedBy: number | null
  /** `at`: the minute when it was chosen, so that no row leaves the list as time goes on. */
  due: { which: 'over' | 'today'; at: number } | null
  tag: string | null
  /** All its words are in the customer, Origin ID, ID, integration or owner. */
  text: string
}

export const everything: IssueFilter = {
  ...{ age: null, cause: null, integrations: null },
  ...{ requestedBy: null, due: null, tag: null, text: '' }
}

export interface IssueChoices {
  grouping: Grouping
  sort: IssueSort
  /** The other way round than a first click sorts. */
  reversed: boolean
  filter: IssueFilter
  incidentIds: ReadonlyMap<OutageGroup, string>
  dueAt: DueAt
}

export type SectionHead =
  | { kind: 'incident'; incident: OutageGroup }
  | { kind: 'cause'; cause: IssueCause; words: string }
  /** `total`: its connectors, with or without an issue; null without a name, which several may share. */
  | { kind: 'end-user'; endUser: string; originId: string | null; total: number | null }
  | { kind: 'owner'; owner: string }
  | { kind: 'all' }
  | { kind: 'snoozed' }
  | { kind: 'tests' }

export interface Branch {
  id: string
  integrationSlug: string
  /** Connectors of the integration without test connectors. */
  total: number
  issues: readonly Issue[]
}

export interface IssueSection {
  id: string
  head: SectionHead
  issues: readonly Issue[]
  /** Empty if its issues are one list. */
  branches: readonly Branch[]
}

/** Issues never change: a new list brings new ones. Without the integration, whose name may change. */
const searched = new WeakMap<Issue, string>()

function searchedOf(one: Issue): string {
  const known = searched.get(one)
  if (known !== undefined) return known
  const { endUser, originId, key, owner } = one
  const texts = [endUser, originId ?? '', key, owner]
  const text = texts.map(searchable).join('\n')
  searched.set(one, text)
  return text
}

let split: { text: string; words: readonly string[] } = { text: '', words: [] }

/** Once for all issues of a search. */
function wordsOf(text: string): readonly string[] {
  if (split.text !== text) split = { text, words: text.split(/\s+/).map(searchable).filter(Boolean) }
  return split.words
}

function holds(one: Issue, word: string): boolean {
  namesVersion()
  return searchedOf(one).includes(word) || searchedNameOf(one.integrationSlug).includes(word)
}

/** Remembers what it found: issues never change, and a calendar takes its time. */
export function dueFinder(times: DueTimes | null): DueAt {
  const found = new WeakMap<Issue, { at: number | null | undefined }>()
  return (one) => {
    if (!times) return undefined
    let known = found.get(one)
    if (!known) {
      const target = targetOf(times, one.cause, one.originId)
      known = { at: target === null ? undefined : dueAt(one.ageFrom, target, times.calendar, one.waits ?? []) }
      found.set(one, known)
    }
    return known.at
  }
}

function isDue(dueAt: number | null | undefined, { which, at }: NonNullable<IssueFilter['due']>): boolean {
  if (typeof dueAt !== 'number') return false
  return which === 'over' ? dueAt < at : dueAt >= at && dueAt < new Date(at).setHours(24, 0, 0, 0)
}

export function matches(
  one: Issue,
  { age, cause, integrations, requestedBy, due, tag, text }: IssueFilter,
  dueAt: DueAt
): boolean {
  return (
    (age === null || one.age === age) &&
    (cause === null || one.cause === cause) &&
    (integrations === null || integrations.includes(one.integrationSlug)) &&
    (requestedBy === null || (one.requestedAt !== null && one.requestedAt <= requestedBy)) &&
    (due === null || isDue(dueAt(one), due)) &&
    (tag === null || one.tags.includes(tag)) &&
    (text === '' || wordsOf(text).every((word) => holds(one, word)))
  )
}

const watchedTexts = ({ owner, note, facts }: WebhookIssue | MappingIssue) =>
  ('url' in facts ? [facts.name ?? '', facts.url ?? '', owner, note] : [facts.field, facts.scopeName, owner, note])
    .map(searchable)
    .join('\n')

/** What narrows connectors leaves out all of them. */
export function watchedIn<T extends WebhookIssue | MappingIssue>(
  watched: readonly T[],
  filter: IssueFilter
): readonly T[] {
  if (!isEverything({ ...filter, text: '' })) return []
  return watched.filter((one) => wordsOf(filter.text).every((word) => watchedTexts(one).includes(word)))
}

/** The listed issues: filtered, grouped and sorted. Empty sections are left out. */
export function sectionsOf(issueList: IssueList, asked: IssueChoices): IssueSection[] {
  const { grouping } = asked
  const open =
    grouping === 'none'
      ? flat(issueList, asked)
      : grouping === 'owner'
        ? byOwner(issueList, asked)
        : grouping === 'end-user'
          ? byEndUser(issueList, asked)
          : issueList.groups.flatMap((group) => byCause(group, asked))
  const apart: IssueSection[] = [
    { id: 'snoozed', head: { kind: 'snoozed' }, issues: chosen(issueList.snoozed, asked), branches: [] },
    { id: 'tests', head: { kind: 'tests' }, issues: chosen(issueList.tests, asked), branches: [] }
  ]
  return [...open, ...apart].filter(({ issues }) => issues.length > 0)
}

function flat(issueList: IssueList, asked: IssueChoices): IssueSection[] {
  const oldest = openIssues(issueList).sort((a, b) => a.ageFrom - b.ageFrom)
  return [{ id: 'all', head: { kind: 'all' }, issues: chosen(oldest, asked), branches: [] }]
}

function byCause(group: CauseGroup, asked: IssueChoices): IssueSection[] {
  const { cause, words } = group
  if (cause === 'incident') {
    return group.incidents.map((incident) => ({
      id: asked.incidentIds.get(incident) ?? 'incident',
      head: { kind: 'incident', incident },
      issues: chosen(incident.issues, asked),
      branches: []
    }))
  }
  const head: SectionHead = { kind: 'cause', cause, words }
  if (asked.grouping === 'cause') {
    const issues = issuesOf(group).sort((a, b) => a.ageFrom - b.ageFrom)
    return [{ id: cause, head, issues: chosen(issues, asked), branches: [] }]
  }
  const branches = group.integrations
    .map(({ integrationSlug, total, issues }) => ({
      id: `${cause}/${integrationSlug}`,
      integrationSlug,
      total,
      issues: chosen(issues, asked)
    }))
    .filter(({ issues }) => issues.length > 0)
  return [{ id: cause, head, issues: branches.flatMap(({ issues }) => issues), branches }]
}

/** Issues without an owner come first, to be assigned. */
function byOwner(issueList: IssueList, asked: IssueChoices): IssueSection[] {
  return [...oldestFirstBy(issueList, ({ owner }) => owner)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([owner, issues]) => ({
      id: `owner:${owner}`,
      head: { kind: 'owner', owner },
      issues: chosen(issues, asked),
      branches: []
    }))
}

/** Groups customers by Origin ID, else by name. Most issues first, then the longest wait. */
function byEndUser(issueList: IssueList, asked: IssueChoices): IssueSection[] {
  const groups = oldestFirstBy(issueList, ({ originId, endUser }) =>
    originId ? `origin:${originId}` : `name:${endUser}`
  )
  return [...groups]
    .map(([id, issues]) => ({
      id: `end-user:${id}`,
      head: endUserHead(issues),
      issues: chosen(issues, asked),
      branches: []
    }))
    .sort((a, b) => b.issues.length - a.issues.length)
}

function endUserHead(issues: readonly Issue[]): SectionHead {
  const [oldest] = issues
  const originId = oldest?.originId || null
  const endUser = issues.find((one) => one.endUser.trim())?.endUser ?? ''
  const isOne = originId !== null || endUser !== ''
  const total = isOne ? Math.max(...issues.map(({ others }) => others + 1)) : null
  return { kind: 'end-user', endUser, originId, total }
}

/** Groups in the order of their oldest issue, each oldest first. */
function oldestFirstBy(issueList: IssueList, nameOf: (one: Issue) => string): Map<string, Issue[]> {
  const groups = new Map<string, Issue[]>()
  for (const one of openIssues(issueList).sort((a, b) => a.ageFrom - b.ageFrom)) {
    const name = nameOf(one)
    const there = groups.get(name)
    if (there) there.push(one)
    else groups.set(name, [one])
  }
  return groups
}

/** After every date, ms since 1970. */
const farAway = 8.64e15

function chosen(issues: readonly Issue[], { filter, sort, reversed, dueAt }: IssueChoices): Issue[] {
  const found = issues.filter((one) => matches(one, filter, dueAt))
  if (sort === 'end-user') found.sort((a, b) => a.endUser.localeCompare(b.endUser, 'en') || a.ageFrom - b.ageFrom)
  if (sort === 'integration')
    found.sort(
      (a, b) =>
        integrationName(a.integrationSlug).localeCompare(integrationName(b.integrationSlug), 'en') ||
        a.ageFrom - b.ageFrom
    )
  if (sort === 'employees') found.sort((a, b) => (b.employees ?? -1) - (a.employees ?? -1) || a.ageFrom - b.ageFrom)
  // By the moment, which stays as time goes on; then the paused ones, then those without a target.
  const place = (one: Issue) => dueAt(one) ?? (dueAt(one) === null ? farAway : farAway + 1)
  if (sort === 'due') found.sort((a, b) => place(a) - place(b) || a.ageFrom - b.ageFrom)
  return reversed ? found.reverse() : found
}

/** What tells choices apart: the time of a reminder, and of what is due, moves on by itself. */
const plain = ({ integrations, requestedBy, due, text, ...rest }: IssueFilter) => ({
  ...rest,
  integrations: String(integrations?.toSorted()),
  requestedBy: requestedBy !== null,
  due: due?.which,
  text: text.trim()
})

/** Whether a filter has these choices, whatever else it has. */
export function holdsChoices(filter: IssueFilter, choices: Partial<IssueFilter>): boolean {
  const [there, wanted] = [plain(filter), plain({ ...everything, ...choices })]
  return (Object.keys(choices) as (keyof IssueFilter)[]).every((name) => there[name] === wanted[name])
}

export function sameFilter(a: IssueFilter, b: IssueFilter): boolean {
  return holdsChoices(a, b)
}

/** As it is saved: what is due, or to be reminded of, is so when the filter is opened. */
export function savedOf({ age, cause, integrations, requestedBy, due, tag, text }: IssueFilter): IssueFilters {
  return {
    place: 'issues',
    ...(age && { age }),
    ...(cause && { cause }),
    ...(integrations && { integrations: integrations.toSorted() }),
    ...(requestedBy !== null && { reminders: true }),
    ...(due && { due: due.which }),
    ...(tag !== null && { tag }),
    ...(text.trim() !== '' && { text: text.trim() })
  }
}

/** @param now ms since 1970 @param requestedBy requests up to then are due for a reminder */
export function openedOf(saved: IssueFilters, now: number, requestedBy: number): IssueFilter {
  return {
    age: saved.age ?? null,
    cause: saved.cause ?? null,
    integrations: saved.integrations ?? null,
    requestedBy: saved.reminders ? requestedBy : null,
    due: saved.due ? { which: saved.due, at: now } : null,
    tag: saved.tag ?? null,
    text: saved.text ?? ''
  }
}

export function isEverything(filter: IssueFilter): boolean {
  return sameFilter(filter, everything)
}

/**
 * Ids of incidents. An incident keeps its id while it shares a connector with its earlier self: connectors may join and
 * recover, and other incidents may begin and end, so neither place nor time identifies it.
 */
export class IncidentIds {
  /** Each connector's last incident. */
  #before: ReadonlyMap<string, string> = new Map<string, string>()

  /** @param incidents of one list of issues @returns the id of each */
  of(incidents: readonly OutageGroup[]): ReadonlyMap<OutageGroup, string> {
    const taken = new Set<string>()
    const ids = new Map(
      incidents.map((incident) => {
        const keys = incident.issues.map(({ key }) => key)
        const id = this.#known(keys, taken) ?? fresh(keys, taken)
        taken.add(id)
        return [incident, id]
      })
    )
    this.#before = new Map([...ids].flatMap(([{ issues }, id]) => issues.map(({ key }) => [key, id])))
    return ids
  }

  #known(keys: readonly string[], taken: ReadonlySet<string>): string | undefined {
    return keys.flatMap((key) => this.#before.get(key) ?? []).find((id) => !taken.has(id))
  }
}

/** Named after its oldest connector, so that a restart gives the same id. */
function fresh([oldest]: readonly string[], taken: ReadonlySet<string>): string {
  let id = `incident:${oldest}`
  while (taken.has(id)) id += '+'
  return id
}
