import type { Issue } from '../../shared/issues/issue'
import type { Place } from '../../shared/workspaces/place'
import type { LinkInbox } from './link-inbox'
import { cleanText, shorten } from '../base/plain-text'

/** Names in full; the system cuts longer texts anywhere. */
const namesTold = 3
const longestName = 60

export function newIssueWords(issues: readonly Issue[]): { title: string; body: string } {
  const names = [...new Set(issues.map(({ endUser }) => shorten(cleanText(endUser), longestName) || 'No name'))]
  const more = names.length > namesTold ? ` and ${names.length - namesTold} more` : ''
  const atProvider = issues.filter(({ cause }) => cause === 'incident').length
  const title = issues.length === 1 ? '1 connector needs attention' : `${issues.length} connectors need attention`
  return {
    title: atProvider > 0 ? `${title} (${atProvider} possible outage)` : title,
    body: names.slice(0, namesTold).join(', ') + more
  }
}

export interface IssueNoticeParts {
  /** A click may come minutes later. */
  show: (words: { title: string; body: string }, click: () => void) => void
  /** Wanted by the operator, and the app is not locked. */
  wanted: () => boolean
  inbox: Pick<LinkInbox, 'openIssue'>
  openIssues: () => void
}

/** One notification for a refresh's new issues: a click opens the issue, or Issues for several. */
export function issueNotices({ show, wanted, inbox, openIssues }: IssueNoticeParts) {
  return (place: Place, issues: readonly Issue[]): void => {
    const [first, second] = issues
    if (!first || !wanted()) return
    show(newIssueWords(issues), () => (second ? openIssues() : inbox.openIssue(place, first.key)))
  }
}
