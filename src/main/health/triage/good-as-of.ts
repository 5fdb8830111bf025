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
    return { time: lastSyncStart, kind: 'seen-done', why: 'The last run is Done; this is when it began.' }
  }
  const lastDoneStart = happened(memory.lastDoneStart, seenAt)
  if (lastDoneStart !== null) {
    return {
      time: lastDoneStart,
      kind: 'seen-done',
      why: 'An earlier walk saw the run that began then as Done.'
    }
  }
  return estimate(subject)
}

function estimate({ connector, record, memory, seenAt }: Subject): GoodAsOf {
  const { syncStatus, completedAt } = connector
  const lastSyncStart = happened(connector.lastSyncStart, seenAt)
  if (!everRan(record)) return { time: null, kind: 'never', why: 'No run has ended well yet.' }
  if (lastSyncStart === null) {
    const ran = syncStatus === 'Done' || ranBefore(record)
    if (!ran) return { time: null, kind: 'never', why: 'No run has been seen, and the record tells of none.' }
    return { time: null, kind: 'estimate', why: 'A run has ended well, but nothing tells when it began.' }
  }
  const cadence = cadenceOf(connector, memory)
  const before = lastSyncStart - cadence.ms
  if (completedAt !== null && before < completedAt) {
    if (!ranBefore(record))
      return { time: null, kind: 'never', why: 'The first run since it was linked has not ended well.' }
    return {
      time: completedAt,
      kind: 'estimate',
      why: 'An estimate: not before it was linked. No walk saw a run Done.'
    }
  }
  const rhythm = cadence.from === 'assumed' ? 'at an assumed run a day' : 'by its usual rhythm'
  const why = `An estimate: no walk saw a run Done. If the run before the last one was good, it began then, ${rhythm}.`
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
