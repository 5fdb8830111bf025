import type { ProfileNumbers } from '../../../../shared/mappings/mapping-issue'
import { bytes, count, counted } from '../../kit/format'

const percent = ({ filled, records }: ProfileNumbers) => (records === 0 ? 0 : Math.round((filled / records) * 100))

export const guardWords = {
  name: 'Kept samples',
  none: 'None. A kept sample is tried before every save: one that fails stops the save.',
  counted: (samples: number, failing: number) =>
    failing === 0
      ? `${counted(samples, 'sample')}, all as expected`
      : `${count(failing)} of ${counted(samples, 'sample')} ${failing === 1 ? 'fails' : 'fail'}`,
  memory: 'until you quit: the keychain is locked',
  keep: 'Keep this record',
  keepTitle: 'Keeps the record in view, encrypted on this computer, and expects what the expression gives now',
  keepMenu: 'Keep a sample',
  keepAnonymous: 'Keep it anonymous: same shape, other values',
  noRecord: 'Add sample data first.',
  noExpression: 'Type an expression first.',
  passes: 'As expected',
  fails: 'Fails',
  expected: (expected: string) => `Expected ${expected}`,
  gives: (gives: string) => `gives ${gives}`,
  anonymous: 'anonymous',
  by: (name: string) => `of ${name}`,
  tooLarge: (size: number) => `${bytes(size)}: not shared`,
  tooLargeTitle: 'The team takes samples of up to 150 kB, compressed and encrypted. This one stays on this computer.',
  notTried: (many: number) => `${counted(many, 'sample')} of colleagues not tried`,
  closed: 'Not tried',
  closedTitle:
    'It was encrypted under another token for this service, so it cannot be opened here. It comes again once that desk starts with the same token.',
  closedOf: (name: string, source: string) => (source ? `Sample of ${name}, record of ${source}` : `Sample of ${name}`),
  keptBy: (kept: ProfileNumbers, name: string) =>
    `At ${name}’s save: fill rate ${percent(kept)} % of ${counted(kept.records, 'record')}`,
  expect: 'Expect this',
  expectOf: (name: string) => `Expect this result for ${name}`,
  drop: (name: string) => `Drop the sample ${name}`,
  dropClosed: (name: string) => `Drop: ${name}`,
  dropTitle: 'Drop this sample',
  renew: 'Use the fetched records',
  renewTitle: 'Takes the records of the same ID from the sample data; what is expected stays',
  fresh: 'Fresh records',
  check: 'Check fresh records',
  checkTitle: (collection: string, connector: string) =>
    `Fetches up to 200 ${collection.toLowerCase()} of ${connector}`,
  checking: 'Fetching records…',
  stop: 'Cancel',
  notSaved: 'Save the mapping first.',
  noConnector: 'No linked connector of this scope is loaded.',
  never: 'Not compared yet. The first check keeps counts and lengths to compare with, never a value.',
  rate: (look: ProfileNumbers) => `Fill rate ${percent(look)} % of ${counted(look.records, 'record')}`,
  kept: 'kept to compare with',
  fits: 'as it was',
  few: 'too few records to compare',
  drifted: 'Mapping drift'
}
