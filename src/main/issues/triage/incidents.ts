import { limits } from './limits'
import { happened } from './remember'
import type { Subject } from './subject'

/** Connectors of one integration that broke together. */
export interface Incident {
  integrationSlug: string
  /** Keys, in the order they broke. */
  keys: string[]
  /** When each of them broke, ms since 1970, ascending. */
  times: number[]
  /** Connectors of the integration, test connectors aside. */
  total: number
}

/**
 * When a connector that is broken now broke, as far as known: a time of the service, else the walk that saw
 * it turn. Null for one that is not broken, and for one that already was when first seen and carries no time: all of
 * those would else seem to have broken together, during the first walk.
 */
export function brokeAt({ connector, memory, seenAt }: Subject): number | null {
  if (connector.status === 'RELINK_NEEDED') return happened(connector.relinkNeededAt, seenAt) ?? memory.relinkTurnedAt
  if (connector.status !== 'COMPLETE' || connector.isActive === false || connector.syncStatus !== 'Failed') return null
  // The first failed run of the streak: a connector that fails every hour did not break in the last one.
  return memory.failedStart ?? happened(connector.lastSyncStart, seenAt) ?? memory.failedTurnedAt
}

/**
 * Provider incidents: at least 5 connectors, and at least 20 %, of one integration turned RELINK_NEEDED or Failed
 * within one hour (both bounds inclusive, sliding window). Windows that overlap are one incident. Test connectors
 * do not count, neither as broken nor as part of the integration.
 */
export function findIncidents(subjects: Iterable<Subject>): Incident[] {
  const bySlug = new Map<string, { total: number; broken: { key: string; at: number }[] }>()
  for (const subject of subjects) {
    const { isTest, integrationSlug } = subject.connector
    if (isTest || !integrationSlug) continue
    let integration = bySlug.get(integrationSlug)
    if (!integration) bySlug.set(integrationSlug, (integration = { total: 0, broken: [] }))
    integration.total++
    const at = brokeAt(subject)
    if (at !== null) integration.broken.push({ key: subject.key, at })
  }
  const incidents: Incident[] = []
  for (const [integrationSlug, { total, broken }] of bySlug) {
    const wanted = Math.max(limits.incidentConnectors, Math.ceil(total / limits.incidentOneIn))
    if (broken.length < wanted) continue
    broken.sort((a, b) => a.at - b.at)
    for (const [from, to] of windows(broken, wanted)) {
      const members = broken.slice(from, to + 1)
      incidents.push({
        integrationSlug,
        total,
        keys: members.map(({ key }) => key),
        times: members.map(({ at }) => at)
      })
    }
  }
  return incidents
}

/** First and last index of each run of entries that lie in windows holding enough of them. */
function windows(broken: { at: number }[], wanted: number): [number, number][] {
  const found: [number, number][] = []
  let from = 0
  for (const [to, { at }] of broken.entries()) {
    while (at - (broken[from]?.at ?? at) > limits.incidentWithin) from++
    if (to - from + 1 < wanted) continue
    const last = found.at(-1)
    if (last && from <= last[1]) last[1] = to
    else found.push([from, to])
  }
  return found
}
