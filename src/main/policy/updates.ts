import type { Policy } from './policy'

/** What the organization says of updates. */
export interface UpdatePolicy {
  /** The folder to begin with; null where it names none. */
  address: string | null
  /** False: no folder is ever asked. So it is, too, while the policy cannot be read. */
  enabled: boolean
  /** The operator cannot choose another folder. */
  managed: boolean
}

export const updatesUnder = (policy: Policy): UpdatePolicy => ({
  address: policy.of('updates.address')?.value ?? null,
  enabled: !policy.isBroken && policy.of('updates.enabled')?.value !== false,
  managed: policy.isLocked('updates.address')
})
