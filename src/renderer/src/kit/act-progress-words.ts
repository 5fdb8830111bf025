import type { JobProgress } from '../../../shared/base/job'
import { quietTitle } from './quiet-words'
import { waitingWords } from './words/waiting'
import { secondsLeft } from './format'

/**
 * Names the wait of an act. The operator can cut short only a pause that the API asked for: the app's own pauses are
 * short.
 */
export function actProgressWords(
  { wait, quiet }: JobProgress,
  doing: string,
  now: number
): { text: string; canTryNow: boolean } {
  if (wait?.reason === 'rate-limit') {
    return { text: waitingWords.limited(secondsLeft(wait.until, now)), canTryNow: true }
  }
  if (wait) return { text: waitingWords.retrying(secondsLeft(wait.until, now)), canTryNow: false }
  return { text: quiet ? `${quietTitle(quiet, now)}.` : doing, canTryNow: false }
}
