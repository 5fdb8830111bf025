import { noMemory, type Memory, type Remember } from '../../store/tables/connectors/memory'
import { limits, minute } from './limits'

/** A time at which something has happened; null for one that was still ahead when it was read. */
export function happened(time: number | null, seenAt: number): number | null {
  return time !== null && time <= seenAt + limits.clockSkew ? time : null
}

/** By its cadence and its failures, a diagnosis is more than what the newest record shows. */
export const remember: Remember = (before, now, at) => {
  const memory: Memory = { ...(before?.memory ?? noMemory) }
  memory.firstSeenAt ??= at
  const { nextSyncStart } = now
  const lastSyncStart = happened(now.lastSyncStart, at)

  if (lastSyncStart !== null && nextSyncStart !== null && nextSyncStart > lastSyncStart) {
    memory.plannedCadence = nextSyncStart - lastSyncStart
  }
  const gap = gapBetween(before?.connector.lastSyncStart ?? null, lastSyncStart)
  if (gap !== null) memory.seenGap = Math.min(gap, memory.seenGap ?? gap)

  if (now.syncStatus === 'Done') {
    // One that lies ahead is replaced, or it would always be the newest; until then it stays: the clock may be behind.
    const known = happened(memory.lastDoneStart, at)
    if (lastSyncStart !== null) memory.lastDoneStart = Math.max(lastSyncStart, known ?? lastSyncStart)
    memory.failedStart = null
    memory.failedTurnedAt = null
  } else if (now.syncStatus === 'Failed') {
    // A run that follows a failed one and is still Syncing does not end the streak: only Done does.
    memory.failedStart ??= lastSyncStart
    if (before && before.memory.failedStart === null && before.connector.syncStatus !== 'Failed') {
      memory.failedTurnedAt ??= at
    }
  }

  if (now.status !== 'RELINK_NEEDED') memory.relinkTurnedAt = null
  else if (before && before.connector.status !== 'RELINK_NEEDED') memory.relinkTurnedAt = at
  return memory
}

function gapBetween(before: number | null, after: number | null): number | null {
  if (before === null || after === null) return null
  return after - before >= minute ? after - before : null
}
