import { expect, test } from 'vitest'
import type { CsvRows } from '../../../../shared/passthrough/many'
import { ConnectorList } from '../../records/connector-list.svelte'
import { FakeClient } from '../../testing/fake-client'
import { row, workspace } from '../../testing/made-up'
import { guess, match, variableNames } from './csv-rows'

const client = new FakeClient()
const list = new ConnectorList(client, workspace().id, 'default')
client.connectors.hold([
  row('HRIS', 'a1', { end_user: 'Ostermann Gruppe', origin_id: 'ogr-1180' }),
  row('HRIS', 'b2', { end_user: 'Harrow Water', origin_id: 'hwa-0458' }),
  row('ATS', 'c3', { end_user: 'Harrow Water', origin_id: 'hwa-ats' })
])
const csv = (rows: string[][], lines = rows.map((_, at) => at + 1)): CsvRows => ({
  ...{ name: 'rows.csv', columns: ['Employee', 'Who'], rows, lines, skipped: [] }
})

test('the column that finds the most connectors is guessed, with what it holds', async () => {
  expect(
    await guess(
      csv([
        ['7', 'ogr-1180'],
        ['8', 'hwa-0458']
      ]),
      list,
      null
    )
  ).toEqual({ column: 1, by: 'originId' })
  expect(
    await guess(
      csv([
        ['b2', 'x'],
        ['c3', 'y']
      ]),
      list,
      null
    )
  ).toEqual({ column: 0, by: 'id' })
  expect(await guess(csv([['7', 'OSTERMANN gruppe']]), list, null)).toEqual({ column: 1, by: 'customer' })
  expect(await guess(csv([]), list, null)).toEqual({ column: 0, by: 'originId' })
})

test('main is asked once for each meaning, whatever the number of columns and rows', async () => {
  const columns = Array.from({ length: 100 }, (_, at) => `Column ${at + 1}`)
  const rows = Array.from({ length: 5_000 }, () => columns.map((_, at) => (at === 70 ? 'hwa-0458' : `${at}`)))
  const before = client.asked('connectors:match').length
  expect(await guess({ ...csv(rows), columns }, list, null)).toEqual({ column: 70, by: 'originId' })
  const asked = client.asked('connectors:match').slice(before)
  expect(asked.map(({ by }) => by)).toEqual(['originId', 'id', 'customer'])
  // The most that main takes.
  expect(asked.map(({ texts }) => texts.length)).toEqual([20_000, 20_000, 20_000])
})

test('rows that find no connector, or several, are told by their lines', async () => {
  const { found, missed } = await match(
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
    list,
    null
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
