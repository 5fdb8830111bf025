import type { JobProgress } from '../../../../shared/base/job'
import { secondsLeft } from '../../kit/format'
import { quietTitle } from '../../kit/quiet-words'

export const checkingWords = {
  stop: 'Stop',
  stopping: 'Stopping…',
  said({ wait, quiet }: JobProgress, now: number): string {
    if (wait?.reason === 'rate-limit') return `Rate limited, ${secondsLeft(wait.until, now)} left`
    if (wait) return `Retrying in ${secondsLeft(wait.until, now)}`
    return quiet ? quietTitle(quiet, now) : 'Checking…'
  }
}
