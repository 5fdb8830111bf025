import type { Connector } from '../../../../shared/connectors/connector'

/** Facts of earlier refreshes that the newest record no longer shows. Times in ms since 1970. */
export interface Memory {
  firstSeenAt: number | null
  /** Start of the last sync seen Done, for the last good sync. */
  lastDoneStart: number | null
  /** Start of the first sync seen Failed since the last Done. */
  failedStart: number | null
  /** When a refresh saw it turn Failed or RELINK_NEEDED; null if so at first sight. */
  failedTurnedAt: number | null
  relinkTurnedAt: number | null
  /** Between two planned syncs, from the last record that held both. */
  plannedCadence: number | null
  /** Shortest time between two syncs' starts. */
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

/** @param before null at first sight @param at time of the refresh, ms since 1970 */
export type Remember = (before: { memory: Memory; connector: Connector } | null, now: Connector, at: number) => Memory
