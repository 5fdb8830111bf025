import { findIncidents, type Incident } from './incidents'
import type { Subject } from './subject'

/** What a verdict on one connector needs to know about all the others. */
export interface Around {
  /** ms since 1970 */
  now: number
  incidents: Incident[]
  /** Incident by the key of each connector in it. */
  incidentOf: ReadonlyMap<string, Incident>
  /** For connectors that are linked twice: how many there are of them. */
  linksOf: ReadonlyMap<string, number>
}

export function lookAround(subjects: readonly Subject[], now: number): Around {
  const incidents = findIncidents(subjects)
  const incidentOf = new Map<string, Incident>()
  for (const incident of incidents) for (const key of incident.keys) incidentOf.set(key, incident)
  return { now, incidents, incidentOf, linksOf: countTwins(subjects) }
}

/**
 * Live links of one end user to one integration in one category. One that was never finished or is inactive beside a
 * live one is not a contradiction: customers link again, operators switch the old one off.
 */
function countTwins(subjects: readonly Subject[]): Map<string, number> {
  const byPlace = new Map<string, string[]>()
  for (const { key, category, connector } of subjects) {
    const { originId, integrationSlug, status, isActive, isTest } = connector
    if (!originId || !integrationSlug || isTest || isActive === false || status === 'INCOMPLETE') continue
    const place = `${category} ${originId.length} ${originId}${integrationSlug}`
    const there = byPlace.get(place)
    if (there) there.push(key)
    else byPlace.set(place, [key])
  }
  const links = new Map<string, number>()
  for (const keys of byPlace.values()) if (keys.length > 1) for (const key of keys) links.set(key, keys.length)
  return links
}
