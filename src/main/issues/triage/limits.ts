/** The thresholds of the diagnoses, in ms unless named otherwise. Each boundary is tested on both sides. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const limits = {
  /** A link that is younger is being made right now: no issue. */
  linkingFor: day,
  /** A run may begin this late, or two average runs late, whichever is more, before its connector has stalled. */
  stallGrace: 30 * minute,
  stallGraceRuns: 2,
  /** Without a planned next run: stalled when the last start is older than this many times the cadence. */
  stallCadences: 2,
  /** Where neither the record nor any refresh shows how often it runs. */
  assumedCadence: day,
  shortestCadence: 5 * minute,
  /** Linked, and no run began for longer than this. */
  firstRunWithin: day,
  /** A run is far beyond its average from this many averages on, and not before it is this old. */
  runAverages: 4,
  runAtLeast: hour,
  /** The same for a first run, which has no average yet: initial syncs are long. */
  firstRunAtMost: day,
  /** A provider incident: this many connectors of one integration, and one in so many of it, within this time. */
  incidentConnectors: 5,
  incidentOneIn: 5,
  incidentWithin: hour,
  /** The service's clock and this computer's may differ by this much before a time counts as in the future. */
  clockSkew: 5 * minute
} as const
