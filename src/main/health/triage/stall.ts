import { cadenceOf, graceOf } from './cadence'
import { limits } from './limits'
import type { Subject } from './subject'

/** Why a connector counts as stalled, and when the run was due that never began (ms since 1970). */
export interface Stall {
  rule: 'due' | 'cadence' | 'never-began'
  since: number
}

/**
 * A silent stall (field notes): credentials good, switched on, nothing running, and the run that was due did not
 * begin. Development connectors have no schedule: theirs begin when asked for, and are no stall. A planned time before the last start does not count: the record contradicts itself then, and its rhythm decides.
 */
export function stallOf({ connector, memory }: Subject, now: number): Stall | null {
  const { status, isActive, isTest, syncStatus, lastSyncStart, nextSyncStart, completedAt, createdAt } = connector
  if (isTest || status !== 'COMPLETE' || isActive === false || syncStatus === 'Syncing') return null

  const planned = nextSyncStart !== null && (lastSyncStart === null || nextSyncStart >= lastSyncStart)
  if (planned) return now - nextSyncStart > graceOf(connector) ? { rule: 'due', since: nextSyncStart } : null

  if (lastSyncStart !== null) {
    const { ms } = cadenceOf(connector, memory)
    return now - lastSyncStart > limits.stallCadences * ms ? { rule: 'cadence', since: lastSyncStart + ms } : null
  }
  // A field that cannot be read is not a run that never began: it makes the record contradictory.
  if (syncStatus !== null || connector.odd.includes('last_sync_start_time')) return null
  const linkedAt = completedAt ?? createdAt
  if (linkedAt === null || now - linkedAt <= limits.firstRunWithin) return null
  return { rule: 'never-began', since: linkedAt }
}
