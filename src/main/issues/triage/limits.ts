/** Thresholds of the diagnoses, in ms unless named otherwise. Each boundary is tested on both sides. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const limits = {
  /** A younger link is still in progress: no issue. */
  linkingFor: day,
  /** A sync may begin this late, or two average syncs late, whichever is more. */
  stallGrace: 30 * minute,
  stallGraceRuns: 2,
  /** Without a planned sync: stalled if the last start is older than this many cadences. */
  stallCadences: 2,
  /** Used if neither the record nor a refresh shows the cadence. */
  assumedCadence: day,
  shortestCadence: 5 * minute,
  /** After linking, a first sync must begin within this time. */
  firstRunWithin: day,
  /** A sync is too long from this many averages on, and at least this old. */
  runAverages: 4,
  runAtLeast: hour,
  /** A first sync has no average: initial syncs are long. */
  firstRunAtMost: day,
  /** A possible outage: this many connectors of one integration, and one in so many of it, within this time. */
  incidentConnectors: 5,
  incidentOneIn: 5,
  incidentWithin: hour,
  /** The service's clock and this computer's may differ by this much. */
  clockSkew: 5 * minute
} as const
