import type { LastGoodSync } from '../../../shared/issues/diagnosis'
import { cadenceOf } from './cadence'
import { happened } from './remember'
import type { Subject } from './subject'

/**
 * `last_sync_start_time` alone may belong to a failed or running sync, so a value derived from it is labelled an
 * estimate.
 */
export function lastGoodSync(subject: Subject): LastGoodSync {
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

function estimate({ connector, ran, memory, seenAt }: Subject): LastGoodSync {
  const { syncStatus, completedAt } = connector
  const lastSyncStart = happened(connector.lastSyncStart, seenAt)
  if (ran === false) return { time: null, kind: 'never', why: 'No sync has succeeded yet.' }
  if (lastSyncStart === null) {
    if (syncStatus !== 'Done' && !ran)
      return { time: null, kind: 'never', why: 'No sync was seen, and the record shows none.' }
    return { time: null, kind: 'estimate', why: 'A sync has succeeded, but when it started is not known.' }
  }
  const cadence = cadenceOf(connector, memory)
  const before = lastSyncStart - cadence.ms
  if (completedAt !== null && before < completedAt) {
    if (!ran) return { time: null, kind: 'never', why: 'The first sync since it was linked has not succeeded.' }
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
