import type { Policy } from './policy'

/** For how many days what is in the history is kept, where the organization says so. */
export interface KeepDays {
  history?: number
  reads?: number
  changes?: number
}

/** A hundred years. */
const always = 36_500

/** For how many days sent requests are kept; undefined where the app decides. */
export const sentDaysOf = (policy: Policy): number | undefined =>
  policy.isBroken ? always : policy.of('retention.requests')?.value

/** @returns null where nothing is to be dropped: a policy that cannot be read may ask for more than the app keeps */
export function keepingOf(policy: Policy): KeepDays | null {
  if (policy.isBroken) return null
  const [history, reads, changes] = (['history', 'reads', 'changes'] as const).map(
    (name) => policy.of(`retention.${name}`)?.value
  )
  return {
    ...(history !== undefined && { history }),
    ...(reads !== undefined && { reads }),
    ...(changes !== undefined && { changes })
  }
}
