import { integrationName } from '../../lib/words/integration-name'
import { openCases, casesOf } from '../shared/cases'
import type { CauseGroup, IncidentGroup, Queue, QueueCase } from '../../../../shared/model/case'
import type { AgeBucket } from '../../../../shared/model/age'
import type { CaseCause } from '../../../../shared/model/verdict'

export type Grouping = 'integration' | 'cause' | 'end-user' | 'owner' | 'none'
export type CaseSort = 'age' | 'end-user' | 'integration' | 'employees'

/** What the header chart, its legend and the choice of a tag narrow the list to; null: not narrowed by that. */
export interface QueueFilter {
  age: AgeBucket | null
  cause: CaseCause | null
  integrations: readonly string[] | null
  /** ms since 1970: those whose relink was requested by then, and is due for a reminder. */
  requestedBy: number | null
  tag: string | null
}

export const everything: QueueFilter = { age: null, cause: null, integrations: null, requestedBy: null, tag: null }

export interface Asked {
  grouping: Grouping
  sort: CaseSort
  filter: QueueFilter
  incidentIds: ReadonlyMap<IncidentGroup, string>
}

export type SectionHead =
  | { kind: 'incident'; incident: IncidentGroup }
  | { kind: 'cause'; cause: CaseCause; words: string }
  /** `total`: its connectors, with or without a case; null for those without a name, which may be several. */
  | { kind: 'end-user'; endUser: string; originId: string | null; total: number | null }
  | { kind: 'owner'; owner: string }
  /** One list, not grouped. */
  | { kind: 'all' }
  | { kind: 'snoozed' }
  | { kind: 'tests' }

/** The cases of one integration within a section. */
export interface Branch {
  id: string
  integrationSlug: string
  /** Connectors of the integration, test connectors aside. */
  total: number
  cases: readonly QueueCase[]
}

export interface Section {
  id: string
  head: SectionHead
  /** All its cases, those of its branches in their order. */
  cases: readonly QueueCase[]
  /** Empty where its cases are one list. */
  branches: readonly Branch[]
}

export function matches(one: QueueCase, { age, cause, integrations, requestedBy, tag }: QueueFilter): boolean {
  return (
    (age === null || one.age === age) &&
    (cause === null || one.cause === cause) &&
    (integrations === null || integrations.includes(one.integrationSlug)) &&
    (requestedBy === null || (one.requestedAt !== null && one.requestedAt <= requestedBy)) &&
    (tag === null || one.tags.includes(tag))
  )
}

/** The queue as it is listed: filtered, grouped and sorted. Sections without a case are left out. */
export function sectionsOf(queue: Queue, asked: Asked): Section[] {
  const { grouping } = asked
  const open =
    grouping === 'none'
      ? flat(queue, asked)
      : grouping === 'owner'
        ? byOwner(queue, asked)
        : grouping === 'end-user'
          ? byEndUser(queue, asked)
          : queue.groups.flatMap((group) => byCause(group, asked))
  const apart: Section[] = [
    { id: 'snoozed', head: { kind: 'snoozed' }, cases: chosen(queue.snoozed, asked), branches: [] },
    { id: 'tests', head: { kind: 'tests' }, cases: chosen(queue.tests, asked), branches: [] }
  ]
  return [...open, ...apart].filter(({ cases }) => cases.length > 0)
}

function flat(queue: Queue, asked: Asked): Section[] {
  const oldest = openCases(queue).sort((a, b) => a.ageFrom - b.ageFrom)
  return [{ id: 'all', head: { kind: 'all' }, cases: chosen(oldest, asked), branches: [] }]
}

function byCause(group: CauseGroup, asked: Asked): Section[] {
  const { cause, words } = group
  if (cause === 'incident') {
    return group.incidents.map((incident) => ({
      id: asked.incidentIds.get(incident) ?? 'incident',
      head: { kind: 'incident', incident },
      cases: chosen(incident.cases, asked),
      branches: []
    }))
  }
  const head: SectionHead = { kind: 'cause', cause, words }
  if (asked.grouping === 'cause') {
    const cases = casesOf(group).sort((a, b) => a.ageFrom - b.ageFrom)
    return [{ id: cause, head, cases: chosen(cases, asked), branches: [] }]
  }
  const branches = group.integrations
    .map(({ integrationSlug, total, cases }) => ({
      id: `${cause}/${integrationSlug}`,
      integrationSlug,
      total,
      cases: chosen(cases, asked)
    }))
    .filter(({ cases }) => cases.length > 0)
  return [{ id: cause, head, cases: branches.flatMap(({ cases }) => cases), branches }]
}

/** Cases without an owner come first: they are to be assigned. */
function byOwner(queue: Queue, asked: Asked): Section[] {
  return [...oldestFirstBy(queue, ({ owner }) => owner)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([owner, cases]) => ({
      id: `owner:${owner}`,
      head: { kind: 'owner', owner },
      cases: chosen(cases, asked),
      branches: []
    }))
}

/** One end user by origin id where there is one, else by name. Most cases first, then the longest wait. */
function byEndUser(queue: Queue, asked: Asked): Section[] {
  const groups = oldestFirstBy(queue, ({ originId, endUser }) => (originId ? `origin:${originId}` : `name:${endUser}`))
  return [...groups]
    .map(([id, cases]) => ({
      id: `end-user:${id}`,
      head: endUserHead(cases),
      cases: chosen(cases, asked),
      branches: []
    }))
    .sort((a, b) => b.cases.length - a.cases.length)
}

function endUserHead(cases: readonly QueueCase[]): SectionHead {
  const [oldest] = cases
  const originId = oldest?.originId || null
  const endUser = cases.find((one) => one.endUser.trim())?.endUser ?? ''
  const isOne = originId !== null || endUser !== ''
  const total = isOne ? Math.max(...cases.map(({ others }) => others + 1)) : null
  return { kind: 'end-user', endUser, originId, total }
}

/** The groups in the order of the oldest case of each, their cases oldest first. */
function oldestFirstBy(queue: Queue, nameOf: (one: QueueCase) => string): Map<string, QueueCase[]> {
  const groups = new Map<string, QueueCase[]>()
  for (const one of openCases(queue).sort((a, b) => a.ageFrom - b.ageFrom)) {
    const name = nameOf(one)
    const there = groups.get(name)
    if (there) there.push(one)
    else groups.set(name, [one])
  }
  return groups
}

/** In the order asked for. By age they come sorted, with those of one end user beside each other. */
function chosen(cases: readonly QueueCase[], { filter, sort }: Asked): QueueCase[] {
  const found = cases.filter((one) => matches(one, filter))
  if (sort === 'end-user') found.sort((a, b) => a.endUser.localeCompare(b.endUser, 'en') || a.ageFrom - b.ageFrom)
  if (sort === 'integration')
    found.sort(
      (a, b) =>
        integrationName(a.integrationSlug).localeCompare(integrationName(b.integrationSlug), 'en') ||
        a.ageFrom - b.ageFrom
    )
  if (sort === 'employees') found.sort((a, b) => (b.employees ?? -1) - (a.employees ?? -1) || a.ageFrom - b.ageFrom)
  return found
}

export function sameFilter(a: QueueFilter, b: QueueFilter): boolean {
  // The time of a reminder moves on by itself.
  const reminds = (filter: QueueFilter) => filter.requestedBy !== null
  return (
    a.age === b.age &&
    a.cause === b.cause &&
    String(a.integrations) === String(b.integrations) &&
    reminds(a) === reminds(b) &&
    a.tag === b.tag
  )
}

export function isEverything(filter: QueueFilter): boolean {
  return sameFilter(filter, everything)
}
