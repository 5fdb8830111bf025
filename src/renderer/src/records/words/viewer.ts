import { count, counted } from '../../kit/format'

export const viewerWords = {
  name: { pretty: 'Body, pretty', raw: 'Body, raw', tree: 'Body, tree', table: 'Body, table' },
  lines: {
    fold: 'Fold',
    unfold: 'Unfold',
    folded: (lines: number) => `… ${counted(lines, 'line')}`,
    cut: (characters: number) => `… ${count(characters)} more characters`
  },
  table: {
    list: 'List',
    rows: (rows: number) => counted(rows, 'row'),
    number: '#',
    missing: 'not present',
    none: '–',
    size: (rows: number, columns: number, more: boolean) =>
      `${counted(rows, 'row')}, ${counted(columns, 'column')}${more ? '; more columns are not shown' : ''}`,
    null: 'null',
    nulls: (nulls: number, column: string) => `${count(nulls)} in ${column}`
  },
  tree: {
    more: (left: number) => `Show 200 more of ${count(left)}`,
    open: 'Open',
    close: 'Close',
    twice: 'twice',
    twiceWhy: 'This name occurs more than once in its object',
    fields: (fields: number) => counted(fields, 'field'),
    items: (items: number) => counted(items, 'item')
  },
  acts: {
    menu: 'Value',
    copied: 'Copied',
    notCopied: 'Not copied: the clipboard is not available',
    value: 'Copy value',
    path: 'Copy path',
    jmespath: 'Copy as JMESPath',
    map: 'Map this value',
    variable: 'Use as variable…',
    openRecord: 'Open this record'
  }
}
