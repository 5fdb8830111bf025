import type { GoodAsOf } from '../../../shared/model/verdict'
import { cadenceOf } from './cadence'
import { happened } from '../../store/tables/connectors/memory'
import type { Subject } from './subject'

/**
 * Until when the synced data is good: the start of the last run that was seen Done. `last_sync_start_time` alone says
 * nothing, as it may belong to a run that failed or is under way; what is worked out from it is labelled an estimate.
 */
export function goodAsOf(subject: Subject): GoodAsOf {
  const { connector, memory, seenAt } = subject
  const { syncStatus } = connector
  const lastSyncStart = happened(connector.lastSyncStart, seenAt)
  if (syncStatus === 'Done' && lastSyncStart !== null) {
    return { time: lastSyncStart, kind: 'seen-done', why: 'The last sync is Done; this is when it started.' }
  }
  const lastDoneStart = happened(memory.lastDoneStart, seenAt)
  if (lastDoneStart !== null) {
    return {
      time: lastDoneStart,
      kind: 'seen-done',
      why: 'An earlier refresh saw the sync that started then as Done.'
    }
  }
  return estimate(subject)
}

function estimate({ connector, record, memory, seenAt }: Subject): GoodAsOf {
  const { syncStatus, completedAt } = connector
  const lastSyncStart = happened(connector.lastSyncStart, seenAt)
  if (!everRan(record)) return { time: null, kind: 'never', why: 'No sync has succeeded yet.' }
  if (lastSyncStart === null) {
    const ran = syncStatus === 'Done' || ranBefore(record)
    if (!ran) return { time: null, kind: 'never', why: 'No sync was seen, and the record shows none.' }
    return { time: null, kind: 'estimate', why: 'A sync has succeeded, but when it started is not known.' }
  }
  const cadence = cadenceOf(connector, memory)
  const before = lastSyncStart - cadence.ms
  if (completedAt !== null && before < completedAt) {
    if (!ranBefore(record))
      return { time: null, kind: 'never', why: 'The first sync since it was linked has not succeeded.' }
    return {
      time: completedAt,
      kind: 'estimate',
      why: 'An estimate: not before it was linked. No refresh saw a sync as Done.'
    }
  }
  const rhythm = cadence.from === 'assumed' ? 'assuming one sync a day' : 'by its usual interval'
  const why = `An estimate: no refresh saw a sync as Done. If the sync before the last one succeeded, it started then, ${rhythm}.`
  return { time: before, kind: 'estimate', why }
}

/** These are null until the first sync completes (spec: Connector). Where they are absent, nothing is known. */
const afterFirstSync = ['avg_sync_duration', 'total_employees', 'active_employees']

function everRan(record: Record<string, unknown>): boolean {
  return ranBefore(record) || !afterFirstSync.some((field) => record[field] === null)
}

function ranBefore(record: Record<string, unknown>): boolean {
  return afterFirstSync.some((field) => record[field] !== undefined && record[field] !== null)
}
