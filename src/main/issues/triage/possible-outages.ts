import { limits } from './limits'
import { happened } from './remember'
import type { Subject } from './subject'

export interface PossibleOutage {
  integrationSlug: string
  /** In the order they broke. */
  keys: string[]
  /** When each broke, ms since 1970, ascending. */
  times: number[]
  /** Without test connectors. */
  total: number
}

/**
 * By the service's time, else by the refresh that saw the change. null if it is not broken, or was broken at first
 * sight without a time: otherwise all of these would seem to break together, in the first refresh.
 */
export function brokeAt({ connector, memory, seenAt }: Subject): number | null {
  if (connector.status === 'RELINK_NEEDED') return happened(connector.relinkNeededAt, seenAt) ?? memory.relinkTurnedAt
  if (connector.status !== 'COMPLETE' || connector.isActive === false || connector.syncStatus !== 'Failed') return null
  // The first failure of the streak: a connector that fails every hour did not break in the last one.
  return memory.failedStart ?? happened(connector.lastSyncStart, seenAt) ?? memory.failedTurnedAt
}

/**
 * At least 5 connectors, and at least 20 %, of one integration turned RELINK_NEEDED or Failed within one hour
 * (inclusive, sliding window). Overlapping windows are one outage. Test connectors count neither way.
 */
export function findIncidents(subjects: Iterable<Subject>): PossibleOutage[] {
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
  const incidents: PossibleOutage[] = []
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
