import type { QueueCase } from '../../../../shared/model/case'
import type { Entry } from '../shared/entry'

/** Whether what a walk has just read still shows why it is a case; where only triage can tell, being there counts. */
function isStillSo({ cause }: QueueCase, { status, syncStatus }: Entry): boolean {
  if (cause === 'relink') return status === 'RELINK_NEEDED'
  if (cause === 'unfinished') return status === 'INCOMPLETE'
  if (cause === 'failed') return syncStatus === 'Failed'
  if (cause === 'incident') return status === 'RELINK_NEEDED' || syncStatus === 'Failed'
  return cause !== 'stalled' || syncStatus !== 'Syncing'
}

/**
 * How many cases of the last walk a running one has found again.
 *
 * @param find the row of a key, as far as any walk of this session has brought it
 * @param walk number of the running walk
 */
export function countConfirmed(cases: readonly QueueCase[], find: (key: string) => Entry | null, walk: number): number {
  let confirmed = 0
  for (const one of cases) {
    const entry = find(one.key)
    if (entry?.walk === walk && isStillSo(one, entry)) confirmed++
  }
  return confirmed
}
