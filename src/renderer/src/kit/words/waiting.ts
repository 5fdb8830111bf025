import type { JobProgress } from '../../../../shared/base/job'
import type { Quiet } from '../../../../shared/connectors/refresh'
import { duration, secondsLeft } from '../format'

const waitingWords = {
  limited: (left: string) => `Waiting ${left} (rate limit).`,
  retrying: (left: string) => `Retrying in ${left}.`,
  quiet: {
    connection: (length: string) => `no connection for ${length}`,
    answer: (length: string) => `no answer for ${length}`,
    rest: (length: string) => `hardly any data for ${length}`,
    turn: (length: string) => `waiting ${length} for its turn (rate limit)`
  }
}

/** "no answer for 8 s". */
export const quietWords = ({ what, since }: Quiet, now: number): string =>
  waitingWords.quiet[what](duration(Math.max(0, now - since)))

export const quietTitle = (quiet: Quiet, now: number): string => {
  const said = quietWords(quiet, now)
  return said[0]?.toUpperCase() + said.slice(1)
}

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

/** Of the test of a token. */
export const checkingWords = {
  stop: 'Stop',
  stopping: 'Stopping…',
  said({ wait, quiet }: JobProgress, now: number): string {
    if (wait?.reason === 'rate-limit') return `Rate limited, ${secondsLeft(wait.until, now)} left`
    if (wait) return `Retrying in ${secondsLeft(wait.until, now)}`
    return quiet ? quietTitle(quiet, now) : 'Checking…'
  }
}
