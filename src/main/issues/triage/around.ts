import { atOnce } from '../../base/steps'
import { freshHeadcountLimits, type HeadcountLimits } from '../../../shared/issues/diagnosis'
import { byOriginId, severalIn } from './customers'
import { findIncidents, type PossibleOutage } from './possible-outages'
import type { Subject } from './subject'

export interface Around {
  /** ms since 1970 */
  now: number
  incidents: PossibleOutage[]
  /** By connector key. */
  incidentOf: ReadonlyMap<string, PossibleOutage>
  linksOf: ReadonlyMap<string, number>
  headcounts: HeadcountLimits
}

/** @param customers the same connectors, those with more than one, if already grouped */
export function lookAround(
  subjects: readonly Subject[],
  now: number,
  customers: Iterable<readonly Subject[]> = severalIn(atOnce(byOriginId(subjects))),
  headcounts = freshHeadcountLimits
): Around {
  const incidents = findIncidents(subjects)
  const incidentOf = new Map<string, PossibleOutage>()
  for (const incident of incidents) for (const key of incident.keys) incidentOf.set(key, incident)
  return { now, incidents, incidentOf, linksOf: countTwins(customers), headcounts }
}

/**
 * An unfinished or inactive link beside a live one is normal: customers link again, and operators switch the old link
 * off.
 */
function countTwins(customers: Iterable<readonly Subject[]>): Map<string, number> {
  const links = new Map<string, number>()
  for (const customer of customers) {
    const live = customer.filter(isLive)
    if (live.length < 2) continue
    const byPlace = new Map<string, string[]>()
    for (const { key, category, connector } of live) {
      const place = `${category} ${connector.integrationSlug}`
      const there = byPlace.get(place)
      if (there) there.push(key)
      else byPlace.set(place, [key])
    }
    for (const keys of byPlace.values()) if (keys.length > 1) for (const key of keys) links.set(key, keys.length)
  }
  return links
}

function isLive({ connector: { integrationSlug, status, isActive, isTest } }: Subject): boolean {
  return integrationSlug !== '' && !isTest && isActive !== false && status !== 'INCOMPLETE'
}
