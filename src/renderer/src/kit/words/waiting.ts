import type { JobProgress } from '../../../../shared/base/job'
import type { FailedTry, Quiet, Wait } from '../../../../shared/connectors/refresh'
import { apiSays, saidOf, titleOf } from '../../../../shared/error-words'
import { duration, secondsLeft } from '../format'
import { safeString } from '../safe-text'

const waitingWords = {
  limited: (left: string) => `Waiting ${left} (rate limit).`,
  colleague: (left: string) => `Waiting for a colleague to agree, ${left} left.`,
  retrying: (left: string) => `Retrying in ${left}.`,
  failed: {
    unreachable: (host: string) => `No connection to ${host}`,
    timeout: (host: string) => `No answer from ${host}`,
    status: (host: string, status: number) => `${host} answered ${status}`,
    other: (host: string) => `The answer from ${host} cannot be used`
  },
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

/** "No connection to api.example" and the reason: of a status what the API says, else of the connection. */
export function failedTryWords({ host, error }: FailedTry): { title: string; why: string } {
  const { failed } = waitingWords
  const at = safeString(host, 80)
  if (error.status !== undefined) {
    const said = saidOf(error).join('; ')
    return {
      title: failed.status(at, error.status),
      why: said ? apiSays(safeString(said, 300)) : `${titleOf(error.code)}.`
    }
  }
  const { code } = error
  const title = code === 'unreachable' || code === 'timeout' ? failed[code](at) : failed.other(at)
  return { title, why: safeString(error.message, 300) }
}

/** "No connection to api.example: This computer has no network. Retrying in 4 s." */
function retryWords({ until, failure }: Wait, now: number): string {
  const retrying = waitingWords.retrying(secondsLeft(until, now))
  if (!failure) return retrying
  const { title, why } = failedTryWords(failure)
  return `${title}: ${why} ${retrying}`
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
  if (wait?.reason === 'colleague')
    return { text: waitingWords.colleague(duration(wait.until - now)), canTryNow: false }
  if (wait) return { text: retryWords(wait, now), canTryNow: false }
  return { text: quiet ? `${quietTitle(quiet, now)}.` : doing, canTryNow: false }
}

/** Of the test of a token. */
export const checkingWords = {
  stop: 'Stop',
  stopping: 'Stopping…',
  said({ wait, quiet }: JobProgress, now: number): string {
    if (wait?.reason === 'rate-limit') return `Rate limited, ${secondsLeft(wait.until, now)} left`
    if (wait) return retryWords(wait, now)
    return quiet ? quietTitle(quiet, now) : 'Checking…'
  }
}
