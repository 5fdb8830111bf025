import { count, counted } from '../../kit/format'

export const rowsWords = {
  grid: {
    name: 'Rows',
    number: '#',
    page: 'Page',
    width: (column: string) => `Width of ${column}`,
    widthHint: 'Drag, or use the arrow keys',
    repeated: 'Repeated ID,',
    repeatedHint: 'This ID came before: data changed during the fetch',
    none: '–',
    noValue: 'No value'
  },
  foot: {
    open: 'Open record',
    copyId: 'Copy ID',
    noRows: 'No rows',
    at: (row: number, total: number, page: number | null) =>
      `Row ${count(row)} of ${count(total)}${page === null ? '' : `, page ${count(page)}`}`,
    noId: 'This record has no ID',
    copied: (what: string) => `Copied ${what}`,
    notCopied: 'Not copied: the clipboard is not available',
    keys: { move: 'move', open: 'open', byId: 'by ID', copyId: 'copy ID' }
  },
  menu: {
    name: (row: number) => `Row ${count(row)}`,
    open: 'Open record',
    openOf: (record: string) => `Open ${record}`,
    copyId: 'Copy ID',
    copyValue: 'Copy value',
    copyOf: (column: string) => `Copy ${column}`,
    copyJson: 'Copy row as JSON'
  },
  references: {
    name: 'Open by ID',
    hint: 'Open a record that this row refers to (O)',
    before: 'Each is requested again, as it is now.',
    open: (record: string) => `Open ${record}`
  },
  columns: {
    name: 'Columns',
    shown: (shown: number, all: number) => `Columns ${count(shown)} of ${count(all)}`,
    find: 'Find a column',
    none: 'No matching column.',
    more: 'Only the first 300 columns are listed. Open a record to see all its fields.',
    all: 'Show all',
    reset: 'Reset'
  },
  record: {
    name: 'Record',
    row: (row: number, page: number | null) => `Row ${count(row)}${page === null ? '' : `, page ${count(page)}`}`,
    id: 'ID',
    noId: 'This record has no ID.',
    repeated: 'This ID came before: data changed during the fetch.',
    readHint: 'As it is now',
    read: (record: string) => `Open this ${record} by ID`
  },
  export: {
    name: 'Export',
    running: 'Exports all rows, including those still loading.',
    all: 'Exports all rows of this fetch.',
    part: 'The file name ends in .part until it is complete.',
    ndjson: 'NDJSON (one record per line)',
    csv: 'CSV (choose columns)…',
    json: 'JSON (one list)',
    csvTitle: 'Export CSV',
    csvHint: 'closes without a file',
    csvText:
      'Nested values become columns of their own. Values that start with = + - @ get a leading apostrophe, so that a spreadsheet treats them as text (phone numbers too).',
    columns: (columns: number) => counted(columns, 'column'),
    allColumns: 'All',
    shown: 'As shown',
    none: 'None',
    more: 'There are more columns than can be listed: NDJSON and JSON have them all.',
    cancel: 'Cancel',
    save: 'Export…'
  }
}
