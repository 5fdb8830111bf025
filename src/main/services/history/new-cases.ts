import type { QueueCase } from '../../../shared/model/case'
import type { Snapshot } from '../../../shared/model/snapshot'
import type { Place } from '../../storage/history/place'
import type { History } from './methods'

/** Cases that opened with a walk. None after the first walk of a place, where all are new and nobody asked. */
export async function newCasesSince(history: History, place: Place, walk: Snapshot, now: number): Promise<QueueCase[]> {
  const [, before] = await history.walks({ place, limit: 2 })
  return before ? history.newCases({ place, since: walk.startedAt, now }) : []
}
