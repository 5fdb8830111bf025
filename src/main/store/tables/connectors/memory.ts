import type { Connector } from '../../../../shared/connectors/connector'

const minute = 60_000

/** The service's clock and this computer's may differ by this much before a time counts as in the future, ms. */
export const clockSkew = 5 * minute

/** What earlier walks saw of one connector and its newest record no longer shows. Times in ms since 1970. */
export interface Memory {
  /** When a walk saw it for the first time. */
  firstSeenAt: number | null
  /** Start of the last run that was seen Done: the basis of "good as of". */
  lastDoneStart: number | null
  /** Start of the first run seen Failed since a run was last seen Done. */
  failedStart: number | null
  /** The walk that saw it turn Failed, or RELINK_NEEDED; null where it already was when first seen. */
  failedTurnedAt: number | null
  relinkTurnedAt: number | null
  /** From a run to the next as planned, the last time a record held both. */
  plannedCadence: number | null
  /** The shortest time seen between the starts of two runs. */
  seenGap: number | null
}

export const noMemory: Memory = {
  firstSeenAt: null,
  lastDoneStart: null,
  failedStart: null,
  failedTurnedAt: null,
  relinkTurnedAt: null,
  plannedCadence: null,
  seenGap: null
}

/** A time at which something has happened; null for one that was still ahead when it was read. */
export function happened(time: number | null, seenAt: number): number | null {
  return time !== null && time <= seenAt + clockSkew ? time : null
}

/**
 * What to remember once a walk has seen a record.
 *
 * @param before the memory and the record until now, null at first sight
 * @param at when the walk saw it, ms since 1970
 */
export function remember(before: { memory: Memory; connector: Connector } | null, now: Connector, at: number): Memory {
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
