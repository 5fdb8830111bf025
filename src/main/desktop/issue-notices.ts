import type { Issue } from '../../shared/model/issue'
import type { Place } from '../../shared/model/place'
import type { LinkInbox } from './link-inbox'
import { newIssueWords } from './new-issue-words'

export interface IssueNoticeParts {
  /** Shows a desktop notification; `click` is called when it is clicked, minutes later perhaps. */
  show: (words: { title: string; body: string }, click: () => void) => void
  /** Whether the operator wants to be told, and the app is not locked. */
  wanted: () => boolean
  inbox: Pick<LinkInbox, 'openIssue'>
  openIssues: () => void
}

/** Tells of the cases that a walk opened, once for all of them: a click opens the case, or the queue of several. */
export function issueNotices({ show, wanted, inbox, openIssues }: IssueNoticeParts) {
  return (place: Place, issues: readonly Issue[]): void => {
    const [first, second] = issues
    if (!first || !wanted()) return
    show(newIssueWords(issues), () => (second ? openIssues() : inbox.openIssue(place, first.key)))
  }
}
