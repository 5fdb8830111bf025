import type { QueueCase } from '../../shared/model/case'
import type { Place } from '../../shared/model/place'
import type { LinkInbox } from './link-inbox'
import { newCaseWords } from './new-case-words'

export interface CaseNoticeParts {
  /** Shows a desktop notification; `click` is called when it is clicked, minutes later perhaps. */
  show: (words: { title: string; body: string }, click: () => void) => void
  /** Whether the operator wants to be told, and the app is not locked. */
  wanted: () => boolean
  inbox: Pick<LinkInbox, 'openCase'>
  openQueue: () => void
}

/** Tells of the cases that a walk opened, once for all of them: a click opens the case, or the queue of several. */
export function caseNotices({ show, wanted, inbox, openQueue }: CaseNoticeParts) {
  return (place: Place, cases: readonly QueueCase[]): void => {
    const [first, second] = cases
    if (!first || !wanted()) return
    show(newCaseWords(cases), () => (second ? openQueue() : inbox.openCase(place, first.key)))
  }
}
