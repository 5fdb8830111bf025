import type { Reading } from '../../../../shared/connectors/connector'
import type { AccessFact } from '../../../../shared/issues/access'

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
  /** null before the first sync of which the number of people is known. */
  headcount: Headcount | null
  /** The newest certain answer of its provider; null before the first. */
  access: AccessFact | null
}

/** Syncs in a row that brought the same number of people: employees, candidates or users. Times: starts of the first and last, ms since 1970. */
export interface Stretch {
  first: number
  last: number
  count: number
  syncs: number
  /** Part of a fall, so no measure of what is usual. */
  fell: boolean
}

/** Far fewer people than before, at one sync. */
export interface Fall {
  /** Start of the first sync with fewer, ms since 1970. */
  since: number
  /** Not to be told before: a weekend or month end that the history is too short for. ms since 1970. */
  tellFrom: number
  /** Before it: the usual count, the least, the most, and of how many syncs. */
  usual: number
  low: number
  high: number
  syncs: number
}

/** People of the last syncs, in the few numbers that a diagnosis needs. */
export interface Headcount {
  /** Of the newest sync whose count is known. */
  count: number
  /** Its start, ms since 1970. Absent: kept by a version that knew the count of each sync. */
  countedAt?: number
  /** Start of the first sync with this count, ms since 1970. */
  sameSince: number
  /** How long it was the same, without the times when no sync succeeded; ms. */
  sameFor: number
  /** Between two changes before that, usual and longest, ms; null after too few changes. */
  usualGap: number | null
  longestGap: number | null
  /** How many pauses between changes these are of. Absent: kept by an earlier version. */
  gaps?: number
  fall: Fall | null
}

export const noMemory: Memory = {
  firstSeenAt: null,
  lastDoneStart: null,
  failedStart: null,
  failedTurnedAt: null,
  relinkTurnedAt: null,
  plannedCadence: null,
  seenGap: null,
  headcount: null,
  access: null
}

/**
 * @param before null at first sight; `stretches` reads them, oldest first
 * @param at time of the refresh, ms since 1970
 * @returns `stretches` null: as before
 */
export type Remember = (
  before: { memory: Memory; connector: Reading; stretches: () => readonly Stretch[] } | null,
  now: Reading,
  at: number
) => { memory: Memory; stretches: readonly Stretch[] | null }
