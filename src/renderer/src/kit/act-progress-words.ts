import type { JobProgress } from '../../../shared/base/job'
import { quietTitle } from './quiet-words'
import { waitingWords } from './words/waiting'
import { secondsLeft } from './format'

/** What an act under way waits for. A pause the service asked for can be cut short; one of our own is short. */
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
