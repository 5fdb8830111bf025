import type { Outcome } from '../../../shared/doctor/finding'
import { isBroken, type PolicyState } from '../../../shared/policy/state'
import { policyLines } from '../../../shared/policy/words'
import { fault, ok } from '../examination'

export function lookAtPolicy(state: PolicyState): Outcome {
  if (state === null) return ok('This computer has no policy of an organization.')
  const { source, problems, settings } = state
  if (isBroken(state)) {
    const words = 'The policy of the organization cannot be used, so nothing is sent.'
    const next = `An administrator has to correct ${source}; then start the app again.`
    return fault(
      words,
      next,
      problems.map(({ key, words }): [string, string] => [key || source, words])
    )
  }
  const lines = policyLines(settings).map(({ key, value, locked }): [string, string] => [
    key,
    locked ? `${value} (locked)` : value
  ])
  return ok('The policy of the organization was read.', [['Source', source], ...lines])
}
