import type { Reading } from '../../../shared/connectors/connector'
import { limits } from './limits'
import type { Memory } from '../../store/tables/connectors/memory'

export interface Cadence {
  /** ms between two sync starts */
  ms: number
  from: 'record' | 'history' | 'assumed'
}

/** From the record's last and next start, else from refreshes, else a day, the slowest usual rhythm. */
export function cadenceOf({ lastSyncStart, nextSyncStart }: Reading, memory: Memory): Cadence {
  if (lastSyncStart !== null && nextSyncStart !== null && nextSyncStart > lastSyncStart) {
    return { ms: Math.max(nextSyncStart - lastSyncStart, limits.shortestCadence), from: 'record' }
  }
  const seen = memory.plannedCadence ?? memory.seenGap
  if (seen !== null) return { ms: Math.max(seen, limits.shortestCadence), from: 'history' }
  return { ms: limits.assumedCadence, from: 'assumed' }
}

/** How late a planned sync may begin, ms. */
export function graceOf({ avgSyncDuration }: Reading): number {
  return Math.max(limits.stallGrace, limits.stallGraceRuns * (avgSyncDuration ?? 0))
}
