import { expect, test } from 'vitest'
import type { CsvRows } from '../../../../shared/passthrough/many'
import { row, toEntry } from '../../testing/made-up'
import { guess, match, variableNames } from './csv-rows'

const entries = [
  toEntry(row('HRIS', 'a1', { end_user: 'Ostermann Gruppe', origin_id: 'ogr-1180' }), 1),
  toEntry(row('HRIS', 'b2', { end_user: 'Harrow Water', origin_id: 'hwa-0458' }), 1),
  toEntry(row('ATS', 'c3', { end_user: 'Harrow Water', origin_id: 'hwa-ats' }), 1)
]
const csv = (rows: string[][], lines = rows.map((_, at) => at + 1)): CsvRows => ({
  ...{ name: 'rows.csv', columns: ['Employee', 'Who'], rows, lines, skipped: [] }
})

test('the column that finds the most connectors is guessed, with what it holds', () => {
  expect(
    guess(
      csv([
        ['7', 'ogr-1180'],
        ['8', 'hwa-0458']
      ]),
      entries
    )
  ).toEqual({ column: 1, by: 'originId' })
  expect(
    guess(
      csv([
        ['b2', 'x'],
        ['c3', 'y']
      ]),
      entries
    )
  ).toEqual({ column: 0, by: 'id' })
  expect(guess(csv([['7', 'OSTERMANN gruppe']]), entries)).toEqual({ column: 1, by: 'customer' })
  expect(guess(csv([]), entries)).toEqual({ column: 0, by: 'originId' })
})

test('rows that find no connector, or several, are told by their lines', () => {
  const { found, missed } = match(
    csv(
      [
        ['7', 'Ostermann Gruppe'],
        ['8', 'Harrow Water'],
        ['9', 'Nobody']
      ],
      [1, 3, 4]
    ),
    1,
    'customer',
    entries
  )
  expect(found.map(({ line, entry, values }) => [line, entry.key, values])).toEqual([
    [
      1,
      'HRIS:a1',
      [
        { name: 'Employee', value: '7' },
        { name: 'Who', value: 'Ostermann Gruppe' }
      ]
    ]
  ])
  expect(missed).toEqual([
    { line: 3, text: 'Harrow Water', several: 2 },
    { line: 4, text: 'Nobody', several: 0 }
  ])
})

test('columns become names of variables that are all different', () => {
  expect(variableNames(['Cost center', 'id', 'id', '2nd', '', 'näme'])).toEqual([
    'Cost_center',
    'id',
    'id_3',
    '_2nd',
    'column_5',
    'n_me'
  ])
})

test('no two columns share a name, and none has one of the connector itself', () => {
  expect(variableNames(['a', 'a_3', 'a'])).toEqual(['a', 'a_3', 'a_4'])
  expect(variableNames(['origin_id', 'connector_id', 'id'])).toEqual(['origin_id_1', 'connector_id_2', 'id'])
})
