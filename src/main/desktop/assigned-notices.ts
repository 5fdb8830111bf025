import type { Place } from '../../shared/workspaces/place'
import { cleanText, shorten } from '../base/plain-text'
import type { IssueNoticeParts } from './issue-notices'

/** An issue that a colleague gave to this operator. */
export interface AssignedIssue {
  place: Place
  key: string
  by: string
}

export interface AssignedNoticeParts extends IssueNoticeParts {
  /** Empty texts for unknown names. */
  about: (of: AssignedIssue) => Promise<{ customer: string; integration: string }>
}

const longestName = 60
const named = (text: string) => shorten(cleanText(text), longestName)

/**
 * One notification for all assigned issues: a click opens the issue, or Issues for several.
 * @returns a function; `away`: assigned while this desk had no connection
 */
export function assignedNotices({ show, wanted, inbox, openIssues, about }: AssignedNoticeParts) {
  return async (issues: readonly AssignedIssue[], away: boolean): Promise<void> => {
    const [first, second] = issues
    if (!first || !wanted()) return
    if (second) return show(several(issues, away), openIssues)
    const { customer, integration } = await about(first)
    const what = `${named(customer) || 'a connector'}${integration ? ` (${named(integration)})` : ''}`
    show({ title: `${named(first.by) || 'A colleague'} assigned ${what} to you`, body: '' }, () =>
      inbox.openIssue(first.place, first.key)
    )
  }
}

function several(issues: readonly AssignedIssue[], away: boolean): { title: string; body: string } {
  const by = [...new Set(issues.map((one) => named(one.by)))].filter(Boolean)
  const more = by.length > 3 ? ` and ${by.length - 3} more` : ''
  return {
    title: `${issues.length} issues were assigned to you${away ? ' while you were away' : ''}`,
    body: by.length > 0 ? `By ${by.slice(0, 3).join(', ')}${more}` : ''
  }
}
