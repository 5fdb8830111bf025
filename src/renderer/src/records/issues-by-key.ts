import type { CauseGroup, IssueList, Issue } from '../../../shared/issues/issue'
import { isAwake } from '../../../shared/webhooks/webhook-issue'

/** The issues that count: not snoozed and not of test connectors. */
export function openIssues({ groups }: IssueList): Issue[] {
  return groups.flatMap(issuesOf)
}

/** Webhooks that fail and mappings that drifted, neither snoozed. */
export const openWatched = ({ webhooks, mappings }: IssueList) => ({
  webhooks: webhooks.filter(isAwake).length,
  mappings: mappings.filter(isAwake).length
})

/** What needs attention: in the rail, the tray and the head of Issues. */
export function countOpen(issueList: IssueList): number {
  const { webhooks, mappings } = openWatched(issueList)
  return openIssues(issueList).length + webhooks + mappings
}

export function issuesOf({ incidents, integrations }: CauseGroup): Issue[] {
  return [...incidents, ...integrations].flatMap(({ issues }) => issues)
}

/** A relink request fits only if credentials stopped. */
export const mayAsk = ({ cause }: Issue): boolean => cause === 'relink' || cause === 'incident'

/** All issues, also snoozed ones and those of test connectors. */
export function issuesByKey(issueList: IssueList | null): Map<string, Issue> {
  const byKey = new Map<string, Issue>()
  if (!issueList) return byKey
  for (const some of [openIssues(issueList), issueList.snoozed, issueList.tests])
    for (const one of some) byKey.set(one.key, one)
  return byKey
}

export function ownersOf(issues: Iterable<Issue>): string[] {
  const names = new Set(Array.from(issues, ({ owner }) => owner))
  names.delete('')
  return [...names].sort((a, b) => a.localeCompare(b, 'en'))
}

export function tagsOf(issues: Iterable<Issue>): string[] {
  return [...new Set(Array.from(issues, ({ tags }) => tags).flat())].sort((a, b) => a.localeCompare(b, 'en'))
}

/** Keys of the connectors whose issue has a tag. */
export function tagsByName(issues: ReadonlyMap<string, Issue>): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>()
  for (const { key, tags } of issues.values())
    for (const tag of tags) {
      const same = keys.get(tag)
      if (same) same.push(key)
      else keys.set(tag, [key])
    }
  return keys
}
