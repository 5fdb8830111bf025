import { recordName, type Reference } from '../../../../../shared/collections/references'
import type { DocumentState } from '../../../../../shared/collections/record-channels'
import { safeString } from '../../../lib/words/safe-text'

/** Of a uuid its first group, by which people tell them apart. */
const shortest = 12

/** "employee 47d7e8a0…" */
export function referenceWords({ path, id }: Reference): string {
  const shown = id.length > shortest ? `${id.slice(0, 8)}…` : id
  return `${recordName(path)} ${safeString(shown, shortest)}`
}

/** What can be had of a document besides its fields: its parsed data, and its file. */
export function documentWords({ dataStatus, deleted, hasData }: DocumentState): string {
  if (deleted) return 'It was deleted at the source: this is the trace that is left.'
  if (hasData) return 'Its parsed data is in “data”.'
  switch (dataStatus) {
    case 'AVAILABLE':
      return 'It is said to be parsed, but no data came along.'
    case 'PENDING':
      return 'It is not parsed yet: the service sends document.data.available when it is.'
    case 'UNSUPPORTED':
      return 'The service does not parse documents of this type: there is only the file.'
    case 'FAILED':
      return 'The service could not parse it: there is only the file.'
    default:
      return 'The service does not say whether it was parsed.'
  }
}
