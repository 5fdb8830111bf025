import type { Reading } from '../../../shared/connectors/connector'
import { noMemory, type Memory, type Remember, type Stretch } from '../../store/tables/connectors/memory'
import { countAgain, countSync } from './headcounts'
import { limits, minute } from './limits'
import type { Subject } from './subject'

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

  const since = countable(now, at)
  if (since === null || now.totalEmployees === null) return { memory, stretches: null }
  const known = { headcount: memory.headcount, stretches: before?.stretches() ?? [] }
  const counted = countSync(known, since, now.totalEmployees)
  if (!counted) return { memory, stretches: null }
  memory.headcount = counted.headcount
  return { memory, stretches: counted.stretches }
}

/** People that a fetch of all of them brought. Times in ms since 1970. */
export interface FetchedCount {
  count: number
  /** Of its first run, if it was resumed. */
  startedAt: number
  /** When it ended. */
  at: number
}

/**
 * What a fetch of all people adds to the counts: it is of the last sync that a refresh saw.
 * @returns null where their number comes with each refresh, it says nothing new, or another sync may have begun before its end
 */
export function countFetched(
  { connector, memory, seenAt }: Subject,
  stretches: readonly Stretch[],
  { count, startedAt, at }: FetchedCount
) {
  const { lastSyncStart, nextSyncStart, totalEmployees } = connector
  const since = countable(connector, seenAt)
  if (since === null || lastSyncStart === null || totalEmployees !== null || lastSyncStart >= startedAt) return null
  // A plan before the last start contradicts itself, and says nothing.
  if (nextSyncStart !== null && nextSyncStart > lastSyncStart && nextSyncStart < at) return null
  return countAgain({ headcount: memory.headcount, stretches }, since, count)
}

/** Start of its last sync in whole seconds, as stretches are kept; null: a running or failed one may show a part only. */
function countable({ syncStatus, isTest, lastSyncStart }: Reading, at: number): number | null {
  const started = happened(lastSyncStart, at)
  return syncStatus !== 'Done' || isTest || started === null ? null : Math.floor(started / 1_000) * 1_000
}

function gapBetween(before: number | null, after: number | null): number | null {
  if (before === null || after === null) return null
  return after - before >= minute ? after - before : null
}
