import { count, counted } from '../../kit/format'

export const snapshotWords = {
  title: 'Compare snapshots',
  same: (connectors: number) => `${counted(connectors, 'connector')} alike in both`,
  in: (workspace: string) => `in ${workspace}`,
  back: 'Back to connectors',
  backTitle: 'Back (Esc)',
  none: 'No snapshots yet',
  one: 'Only one snapshot so far',
  noneNote: 'Each refresh makes a snapshot. Refresh again to compare.',
  differences: 'Differences',
  notKnown: 'not known',
  alike: 'These are the same snapshot',
  comparing: 'Comparing snapshots…',
  listing: 'Loading snapshots…',

  pick: {
    before: 'From',
    after: 'To',
    connectors: (connectors: number) => counted(connectors, 'connector')
  },
  export: {
    name: 'Export',
    title: 'Export the differences',
    list: (list: string, connectors: number) => `${list}: ${counted(connectors, 'connector')}`,
    csv: 'CSV, a row for each changed field',
    json: 'JSON',
    all: (connectors: number) => `All differences: ${counted(connectors, 'connector')}`,
    allCsv: 'All as CSV',
    allJson: 'All as JSON'
  },
  table: {
    name: 'Connectors that differ',
    goneUnknown: 'The later snapshot is not complete, so what is missing from it may still exist.',
    none: 'None.',
    customer: 'Customer',
    integration: 'Integration',
    before: 'Before',
    after: 'After',
    fields: 'Changed fields',
    noName: 'no name',
    noIntegration: 'none given',
    open: 'Open this connector',
    absent: 'not listed',
    moreFields: (fields: number) => `and ${counted(fields, 'field')} more`,
    shown: (shown: number, all: number) => `${count(shown)} of ${count(all)} are shown.`,
    more: (rows: number) => `Show ${count(rows)} more`,
    first: (rows: number, all: number) =>
      `The first ${count(rows)} of ${count(all)} are listed; an export has all of them.`
  }
}
