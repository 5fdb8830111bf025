import type { Connector } from '../../../shared/connectors/connector'
import { limits } from './limits'
import type { Memory } from '../../store/tables/connectors/memory'

/** How often a connector runs, and how that is known. */
export interface Cadence {
  /** ms from the start of a run to the start of the next */
  ms: number
  from: 'record' | 'history' | 'assumed'
}

/** From the record's last and next start; else from what walks saw; else a day, the slowest rhythm that is usual. */
export function cadenceOf({ lastSyncStart, nextSyncStart }: Connector, memory: Memory): Cadence {
  if (lastSyncStart !== null && nextSyncStart !== null && nextSyncStart > lastSyncStart) {
    return { ms: Math.max(nextSyncStart - lastSyncStart, limits.shortestCadence), from: 'record' }
  }
  const seen = memory.plannedCadence ?? memory.seenGap
  if (seen !== null) return { ms: Math.max(seen, limits.shortestCadence), from: 'history' }
  return { ms: limits.assumedCadence, from: 'assumed' }
}

/** How late a planned run may begin, in ms. */
export function graceOf({ avgSyncDuration }: Connector): number {
  return Math.max(limits.stallGrace, limits.stallGraceRuns * (avgSyncDuration ?? 0))
}
