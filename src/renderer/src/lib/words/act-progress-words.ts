import type { JobProgress } from '../../../../shared/model/job'
import { quietTitle } from './quiet-words'
import { secondsLeft } from '../format'

/** What an act under way waits for. A pause the service asked for can be cut short; one of our own is short. */
export function actProgressWords(
  { wait, quiet }: JobProgress,
  doing: string,
  now: number
): { text: string; canTryNow: boolean } {
  if (wait?.reason === 'rate-limit') {
    return { text: `Waiting ${secondsLeft(wait.until, now)}: rate limit.`, canTryNow: true }
  }
  if (wait) return { text: `Waiting ${secondsLeft(wait.until, now)}, then another try.`, canTryNow: false }
  return { text: quiet ? `${quietTitle(quiet, now)}.` : doing, canTryNow: false }
}
