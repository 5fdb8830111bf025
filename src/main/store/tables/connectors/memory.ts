import type { Connector } from '../../../../shared/connectors/connector'

/** What earlier refreshes saw of one connector and its newest record no longer shows. Times in ms since 1970. */
export interface Memory {
  /** When a refresh saw it for the first time. */
  firstSeenAt: number | null
  /** Start of the last run that was seen Done: the basis of "good as of". */
  lastDoneStart: number | null
  /** Start of the first run seen Failed since a run was last seen Done. */
  failedStart: number | null
  /** The refresh that saw it turn Failed, or RELINK_NEEDED; null where it already was when first seen. */
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

/**
 * What to remember once a refresh has seen a record.
 *
 * @param before the memory and the record until now, null at first sight
 * @param at when the refresh saw it, ms since 1970
 */
export type Remember = (before: { memory: Memory; connector: Connector } | null, now: Connector, at: number) => Memory
