import type { SetResult } from '../../../../shared/mappings/lab'
import { count, counted } from '../../kit/format'

export const copyWords = {
  menu: 'Copy to another integration…',
  title: 'Copy to another integration',
  note: 'The expression is tried on records of the other integration first. It becomes a draft there: nothing is saved until you save it.',
  choose: 'Choose an integration.',
  same: 'This mapping is of that integration.',
  ownDraft: 'You have unsaved text for that integration. Save or discard it first.',
  noConnector: (integration: string) => `No linked connector of ${integration} is loaded, so it cannot be tried.`,
  about: (collection: string, connector: string) => `Fetches up to 200 ${collection.toLowerCase()} of ${connector}.`,
  replaces: 'A save would replace',
  try: 'Try it',
  trying: 'Fetching records and trying it…',
  filled: (filled: number, records: number) =>
    `${count(filled)} of ${counted(records, 'record')} of {connector} ${filled === 1 ? 'gets' : 'get'} a value.`,
  types: (types: SetResult['types']) => types.map(({ type, count: many }) => `${type} ${count(many)}`).join(', '),
  problems: (problems: number) => `The API would fail on ${counted(problems, 'record')}.`,
  counterpart: 'Without a counterpart',
  missing: 'no counterpart',
  cancel: 'Cancel',
  copy: 'Copy as a draft',
  copyTo: (integration: string) => `Copy to ${integration} as a draft`
}
