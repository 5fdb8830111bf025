import type { Outcome } from '../../../shared/doctor/finding'
import { fault, ok, warning } from '../examination'
import type { ClockSample } from './service'

/** Ages and diagnoses use this computer's clock, so the Doctor reports a larger difference, ms. */
const muchMs = 60_000
const farOffMs = 10 * 60_000

/** Compares this computer's clock with the service's. `Date` counts whole seconds. */
export function lookAtClock({ date, at }: ClockSample): Outcome {
  const there = Date.parse(date ?? '')
  if (Number.isNaN(there)) return ok('The response has no time to compare with.')
  const offMs = at - there
  const facts: Outcome['facts'] = [
    ['API', new Date(there).toISOString()],
    ['This computer', new Date(at).toISOString()]
  ]
  if (Math.abs(offMs) < muchMs) return ok('The clock of this computer agrees with the API’s.', facts)
  const words = `The clock of this computer is ${spanOf(Math.abs(offMs))} ${offMs > 0 ? 'ahead of' : 'behind'} the API’s: ages and overdue times are wrong by as much.`
  const next = 'Turn on automatic time in the system’s settings.'
  return Math.abs(offMs) < farOffMs ? warning(words, next, facts) : fault(words, next, facts)
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
