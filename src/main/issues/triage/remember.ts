import { noMemory, type Memory, type Remember } from '../../store/tables/connectors/memory'
import { countSync } from './headcounts'
import { limits, minute } from './limits'

/** null for a time that lay ahead when it was read */
export function happened(time: number | null, seenAt: number): number | null {
  return time !== null && time <= seenAt + limits.clockSkew ? time : null
}

/** The cadence and earlier failures need more than the newest record. */
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
    // Replaces a time that lies ahead, or it would always be the newest. Until then it stays: the clock may be behind.
    const known = happened(memory.lastDoneStart, at)
    if (lastSyncStart !== null) memory.lastDoneStart = Math.max(lastSyncStart, known ?? lastSyncStart)
    memory.failedStart = null
    memory.failedTurnedAt = null
  } else if (now.syncStatus === 'Failed') {
    // Only Done ends a streak: a Syncing after a failure does not.
    memory.failedStart ??= lastSyncStart
    if (before && before.memory.failedStart === null && before.connector.syncStatus !== 'Failed') {
      memory.failedTurnedAt ??= at
    }
  }

  if (now.status !== 'RELINK_NEEDED') memory.relinkTurnedAt = null
  else if (before && before.connector.status !== 'RELINK_NEEDED') memory.relinkTurnedAt = at

  // A running or failed sync may show a part of its employees.
  if (now.syncStatus !== 'Done' || now.isTest || now.totalEmployees === null || lastSyncStart === null)
    return { memory, stretches: null }
  // Seconds, as stretches are kept.
  const second = Math.floor(lastSyncStart / 1_000) * 1_000
  const known = { headcount: memory.headcount, stretches: before?.stretches() ?? [] }
  const counted = countSync(known, second, now.totalEmployees)
  if (!counted) return { memory, stretches: null }
  memory.headcount = counted.headcount
  return { memory, stretches: counted.stretches }
}

function gapBetween(before: number | null, after: number | null): number | null {
  if (before === null || after === null) return null
  return after - before >= minute ? after - before : null
}
