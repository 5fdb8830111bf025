import type { PolicyKey } from './file'
import type { PolicyState } from './state'

export const isBroken = (policy: PolicyState): boolean => policy !== null && policy.problems.length > 0

/** A broken policy locks everything. */
export const isLocked = (policy: PolicyState, key: PolicyKey): boolean =>
  isBroken(policy) || policy?.settings[key]?.locked === true
