import type { Issue } from '../../../shared/model/issue'
import type { Entry } from '../records/entry'

/** Whether what a walk has just read still shows why it is a case; where only triage can tell, being there counts. */
function isStillSo({ cause }: Issue, { status, syncStatus }: Entry): boolean {
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
export function countConfirmed(
  issues: readonly Issue[],
  find: (key: string) => Entry | null,
  refreshRun: number
): number {
  let confirmed = 0
  for (const one of issues) {
    const entry = find(one.key)
    if (entry?.refreshRun === refreshRun && isStillSo(one, entry)) confirmed++
  }
  return confirmed
}
