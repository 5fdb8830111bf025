import type { PolicyKey } from './file'
import type { PolicyState } from './state'

export const isBroken = (policy: PolicyState): boolean => policy !== null && policy.problems.length > 0

/** To how many customers letters may go without a colleague: a higher number would undo that they need one. */
function isLockedWithActs(policy: PolicyState, key: PolicyKey): boolean {
  const acts = policy?.settings['approvals.acts']
  return key === 'approvals.letters' && acts?.locked === true && acts.value.includes('letters')
}

/** A broken policy locks everything. */
export const isLocked = (policy: PolicyState, key: PolicyKey): boolean =>
  isBroken(policy) || policy?.settings[key]?.locked === true || isLockedWithActs(policy, key)
