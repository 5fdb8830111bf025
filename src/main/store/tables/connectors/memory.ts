import type { Connector } from '../../../../shared/connectors/connector'

/** Facts from earlier refreshes that the newest record no longer shows. Times in ms since 1970. */
export interface Memory {
  firstSeenAt: number | null
  /** Start of the last sync seen Done: the basis of the last good sync. */
  lastDoneStart: number | null
  /** Start of the first sync seen Failed since the last Done. */
  failedStart: number | null
  /** When a refresh saw it turn Failed or RELINK_NEEDED; null if it was so at first sight. */
  failedTurnedAt: number | null
  relinkTurnedAt: number | null
  /** From one sync to the next as planned, from the last record that held both. */
  plannedCadence: number | null
  /** The shortest time between the starts of two syncs. */
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

/**
 * Updates the memory after a refresh has seen a record.
 * @param before memory and record until now, null at first sight
 * @param at time of the refresh, ms since 1970
 */
export type Remember = (before: { memory: Memory; connector: Connector } | null, now: Connector, at: number) => Memory
