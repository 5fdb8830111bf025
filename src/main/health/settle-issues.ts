import { isIssue } from '../../shared/model/diagnosis'
import type { Place } from '../../shared/model/place'
import type { OpenEpisode } from '../store/tables/connectors/episodes'
import type { Triage } from './triage/triage'
import type { Tables } from '../store/kept-store'

/**
 * Opens a case for what has become one, and closes those whose cause is over: recovered by itself, another cause, or
 * gone. One that replaces another keeps its owner and note, and is not snoozed. Test connectors get none by themselves.
 *
 * @returns what is kept of each open case, by the key of its connector
 */
export function settleIssues({ sql, episodes }: Tables, place: Place, triage: Triage): Map<string, OpenEpisode> {
  const { now } = triage.around
  const open = new Map(episodes.open(place).map((episode) => [episode.key, episode]))
  const changes: (() => void)[] = []

  for (const { id, key, connector } of triage.subjects) {
    const kind = triage.judgments.get(key)?.kind ?? 'unknown'
    const episode = open.get(key)
    if (!episode) {
      if (isIssue(kind) && !connector.isTest) changes.push(() => episodes.begin(id, kind, now))
    } else if (!isIssue(kind)) {
      changes.push(() => episodes.close(episode.id, now, 'recovered'))
    } else if (episode.cause !== kind) {
      changes.push(() => episodes.close(episode.id, now, 'became', kind))
      changes.push(() => episodes.begin(id, kind, now, episode))
    }
  }
  for (const episode of open.values()) {
    if (!triage.judgments.has(episode.key)) changes.push(() => episodes.close(episode.id, now, 'gone'))
  }
  if (changes.length === 0) return open
  sql.transaction(() => changes.forEach((change) => change()))
  return new Map(episodes.open(place).map((episode) => [episode.key, episode]))
}

/** Whether a connector has an open case. */
export function isOpen({ connectors, episodes }: Tables, place: Place, key: string): boolean {
  const found = connectors.find(place, key)
  return found !== undefined && episodes.openOf(found.id) !== null
}
