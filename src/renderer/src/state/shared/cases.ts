import type { CauseGroup, Queue, QueueCase } from '../../../../shared/model/case'

/** The cases that are counted: neither snoozed nor of test connectors. */
export function openCases({ groups }: Queue): QueueCase[] {
  return groups.flatMap(casesOf)
}

export function casesOf({ incidents, integrations }: CauseGroup): QueueCase[] {
  return [...incidents, ...integrations].flatMap(({ cases }) => cases)
}

/** Every case by its key, also the snoozed ones and those of test connectors. */
export function casesByKey(queue: Queue | null): Map<string, QueueCase> {
  const all = queue ? [...openCases(queue), ...queue.snoozed, ...queue.tests] : []
  return new Map(all.map((one) => [one.key, one]))
}

/** The names of all owners, in their order. */
export function ownersOf(cases: Iterable<QueueCase>): string[] {
  const names = new Set(Array.from(cases, ({ owner }) => owner))
  names.delete('')
  return [...names].sort((a, b) => a.localeCompare(b, 'en'))
}

/** All tags, in their order. */
export function tagsOf(cases: Iterable<QueueCase>): string[] {
  return [...new Set(Array.from(cases, ({ tags }) => tags).flat())].sort((a, b) => a.localeCompare(b, 'en'))
}
