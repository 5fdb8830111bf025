import type { Policy } from './policy'

export interface UpdatePolicy {
  /** Null if the policy names none. */
  address: string | null
  /** False also while the policy is broken: the app then asks no folder. */
  enabled: boolean
  /** True: the operator cannot choose another folder. */
  managed: boolean
}

export const updatesUnder = (policy: Policy): UpdatePolicy => ({
  address: policy.of('updates.address')?.value ?? null,
  enabled: !policy.isBroken && policy.of('updates.enabled')?.value !== false,
  managed: policy.isLocked('updates.address')
})
