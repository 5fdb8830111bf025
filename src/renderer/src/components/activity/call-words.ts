import { titleOf } from '../../../../shared/error-words'
import { errorCodes } from '../../../../shared/errors'
import { absoluteTime, counted } from '../../lib/format'
import type { ActivityCall, CallFilters, RecordedWorkspace } from '../../../../shared/model/call'

export const outcomeNames: Record<NonNullable<CallFilters['outcome']>, string> = {
  ok: 'Succeeded',
  limited: 'Met a 429',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
  unanswered: 'No answer'
}

export const changedWords = 'changed something, kept for a year'

/** How a call ended, in a word. Waiting and giving up are no one's fault, so they are not red. */
export function endOf({ status, error, probe }: Pick<ActivityCall, 'status' | 'error' | 'probe'>): {
  word: string
  bad: boolean
} {
  if (status === null)
    return error === 'cancelled' ? { word: 'cancelled', bad: false } : { word: 'no answer', bad: true }
  if (status === 429) return { word: '429 limited', bad: false }
  if (status >= 500) return { word: `${status} failed`, bad: true }
  if (status >= 400) return { word: probe ? `${status}, as asked` : `${status} refused`, bad: !probe }
  return { word: String(status), bad: status < 200 || status >= 300 }
}

/**
 * Why there was no good answer: an error code in its words, anything else as it was written. What changes something is
 * recorded before it leaves; `unanswered` is one that still runs, `cut-off` one whose end the app did not see.
 */
export function whyOf(error: string): string {
  if (error === 'unanswered' || error === 'cut-off')
    return 'It was sent and its end was not seen: it may have been done or not'
  const code = errorCodes.find((one) => one === error)
  return code ? titleOf(code) : error
}

/** The names by which removed workspaces are chosen; namesakes end with the time of their last change. */
export function removedNames(
  removed: readonly RecordedWorkspace[]
): (readonly [id: string, name: string, ending: string])[] {
  const nameOf = ({ name }: RecordedWorkspace) => name ?? 'its name was not kept'
  // Where long names differ later on only, they are cut before that.
  const start = (one: RecordedWorkspace) => nameOf(one).slice(0, 40)
  return removed.map((one) => {
    const alone = removed.filter((other) => start(other) === start(one)).length === 1
    return [one.workspaceId, `Removed: ${nameOf(one)}`, alone ? '' : `, until ${absoluteTime(one.lastAt)}`]
  })
}

/** Main counts no further than this. */
const mostCounted = 100_000

export function callsCounted(total: number): string {
  return `${total >= mostCounted ? 'at least ' : ''}${counted(total, 'call')}`
}
