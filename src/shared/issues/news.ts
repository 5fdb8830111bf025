import type { Issue, IssueList, IssueNews, ListOf } from './issue'

/** In their order, which is that of `readNews`. */
export function withIssues<A, B>(list: ListOf<A>, told: (issues: A) => B): ListOf<B> {
  return {
    ...list,
    groups: list.groups.map((group) => ({
      ...group,
      incidents: group.incidents.map((one) => ({ ...one, issues: told(one.issues) })),
      integrations: group.integrations.map((one) => ({ ...one, issues: told(one.issues) }))
    })),
    snoozed: told(list.snoozed),
    tests: told(list.tests)
  }
}

/** A list as it was read, and all its issues in the order in which the next news counts them. */
export interface ReadIssues {
  version: string
  list: IssueList
  issues: readonly Issue[]
}

/**
 * @param before what the news continues
 * @param pages its issues, all of them
 */
export function readNews(
  { version, list: outline }: IssueNews,
  before: readonly Issue[],
  pages: readonly (readonly Issue[])[]
): ReadIssues {
  const known = before.concat(...pages)
  const lists: Issue[][] = []
  const list = withIssues(outline, (places) => {
    const issues = places.flatMap(([from, count]) => known.slice(from, from + count))
    lists.push(issues)
    return issues
  })
  return { version, list, issues: lists.flat() }
}
