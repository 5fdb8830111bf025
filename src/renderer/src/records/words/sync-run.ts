import type { SyncState } from '../../../../shared/connectors/sync-run'
import { count } from '../../kit/format'

export const syncRunWords = {
  title: 'Syncs of a group',
  show: 'Show the group of syncs',
  line: (ended: number, all: number) => `Syncs: ${count(ended)} of ${count(all)}`,
  reading: 'Reading each connector. Nothing starts before you confirm.',
  none: 'No group of syncs was started here.',
  hint: 'You can close this: the status bar shows how far it is.',
  stopHint: 'Syncs that were started go on.',
  stop: 'Start no more',
  unwatch: 'Stop watching',
  save: 'Save as CSV',
  close: 'Close',
  saved: 'Saved.',
  column: { customer: 'Customer', integration: 'Integration', state: 'State', why: 'Why' },
  states: {
    waiting: 'Waiting',
    leaving: 'Starting',
    running: 'Syncing',
    unknown: 'Start unknown',
    good: 'Good',
    failed: 'Failed again',
    late: 'No longer watched',
    left: 'Not started'
  } satisfies Record<SyncState, string>,
  unknown: 'It may have started, and is not started again. Find out in Activity.'
}
