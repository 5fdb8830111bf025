import type { Policy } from './policy'

/** Days to keep history, if the organization sets them. */
export interface KeepDays {
  history?: number
  reads?: number
  changes?: number
}

/** A hundred years. */
const always = 36_500

/** Days to keep sent requests; undefined for the app's default. */
export const sentDaysOf = (policy: Policy): number | undefined =>
  policy.isBroken ? always : policy.of('retention.requests')?.value

/** @returns null to drop nothing: an unreadable policy may ask for longer keeping */
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
