import { recordName, type Reference } from '../../../../shared/data/references'
import type { DocumentState } from '../../../../shared/data/channels'
import { safeString } from '../../kit/safe-text'

/** A UUID keeps its first group, by which people tell ids apart. */
const shortest = 12

/** "employee 47d7e8a0…" */
export function referenceWords({ path, id }: Reference): string {
  const shown = id.length > shortest ? `${id.slice(0, 8)}…` : id
  return `${recordName(path)} ${safeString(shown, shortest)}`
}

/** The parts of a document besides its fields: its parsed data and its file. */
export function documentWords({ dataStatus, deleted, hasData }: DocumentState): string {
  if (deleted) return 'Deleted at the provider: only this record is left.'
  if (hasData) return 'Its parsed data is in “data”.'
  switch (dataStatus) {
    case 'AVAILABLE':
      return 'Reported as parsed, but the response has no data.'
    case 'PENDING':
      return 'Not parsed yet: document.data.available is sent when it is.'
    case 'UNSUPPORTED':
      return 'Documents of this type are not parsed: only the file is available.'
    case 'FAILED':
      return 'Parsing failed: only the file is available.'
    default:
      return 'Whether it was parsed is not reported.'
  }
}

export const recordWords = {
  drawer: 'Record by ID',
  back: 'Back',
  backTitle: 'To the previous record',
  refresh: 'Refresh',
  refreshTitle: 'Refresh this record',
  id: 'ID',
  of: 'of {connector}',
  loading: 'Loading the record…',
  opening: 'Opening the record…',
  forms: { pretty: 'Pretty', tree: 'Tree', table: 'Table', raw: 'Raw' },
  shownAs: 'Record shown as',
  open: (reference: Reference) => `Open ${referenceWords(reference)}`,
  openKey: (name: string) => `${name} (O)`,
  document: {
    name: 'Document',
    cancel: 'Cancel download',
    download: 'Download the file',
    part: (done: string, size: string | null) => (size === null ? done : `${done} of ${size}`),
    saved: (file: string, size: string) => `Saved as ${file}, ${size}`
  }
}
