import type { Outcome } from '../../../shared/doctor/finding'
import type { KeychainState } from '../../../shared/workspaces/workspace'
import { fault, ok, warning } from '../examination'

/** @param holdsTokens whether it should hold a token: then some workspace depends on it */
export function lookAtKeychain({ state, name, reason }: KeychainState, holdsTokens: boolean): Outcome {
  if (state === 'unlocked') return ok(`${name} responds and is unlocked.`)
  const facts: Outcome['facts'] = reason ? [[name, reason]] : []
  const bad = holdsTokens ? fault : warning
  if (state === 'locked') {
    const words = holdsTokens
      ? `${name} is locked or does not respond, so saved tokens cannot be read now. They are not lost.`
      : `${name} is locked or does not respond. No token is saved in it.`
    const next =
      'Unlock it, or look for its prompt. If it does not respond, restart it. Then test again. Until then a token can be used for this session only.'
    return bad(words, next, facts)
  }
  const words = holdsTokens ? `${name} does not respond, so saved tokens cannot be read.` : `${name} was not found.`
  return bad(words, 'Start it, then test again. Until then a token can be used for this session only.', facts)
}
