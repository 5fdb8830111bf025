import { expect, it } from 'vitest'
import { digestLength, type ConnectorRow } from '../../shared/model/connector'
import { lineOf } from '../store/tables/connectors/page-lines'
import { madeUpRow } from '../testing/made-up-rows'
import { HeldRows } from './held-rows'

const start = Date.parse('2026-03-10T12:00:00Z')
const row = (id: string, change: Record<string, unknown> = {}): ConnectorRow => ({
  ...madeUpRow(id, start, change),
  tokenRef: 'handle'
})
const newsOf = (window: HeldRows, ...rows: ConnectorRow[]) => window.newsOf(rows, rows.map(lineOf))
/** The digests of these rows, as a first walk sends them. */
const digestsOf = (...rows: ConnectorRow[]) => newsOf(new HeldRows(''), ...rows).rows.map(({ digest }) => digest).join('')

it('sends all rows to a window that holds none, each with a digest', () => {
  const { rows, same } = newsOf(new HeldRows(''), row('a'), row('b'))
  expect(rows).toEqual([
    { ...row('a'), digest: expect.stringMatching(/^[\w+/]{12}$/) as string },
    { ...row('b'), digest: expect.stringMatching(/^[\w+/]{12}$/) as string }
  ])
  expect(rows[0]?.digest).toHaveLength(digestLength)
  expect(same).toEqual([])
})

it('names what the window holds, and sends what is new or differs', () => {
  const window = new HeldRows(digestsOf(row('a'), row('b'), row('c')))
  const { rows, same } = newsOf(window, row('a'), row('b', { sync_status: 'Failed' }), row('new'))
  expect(same).toEqual(['HRIS:a'])
  expect(rows.map(({ key }) => key)).toEqual(['HRIS:b', 'HRIS:new'])
})

it.each([
  ['the handle of its token', { ...row('a'), tokenRef: 'another' }],
  ['a field the app does not know', row('a', { note: 'new' })],
  ['its category', { ...row('a'), key: 'ATS:a', category: 'ATS' as const }]
])('sends a row again that differs in %s', (_, changed) => {
  expect(newsOf(new HeldRows(digestsOf(row('a'))), changed).same).toEqual([])
})

it('sends a row that came otherwise in this walk, also where it comes as before after that', () => {
  const window = new HeldRows(digestsOf(row('a')))
  expect(newsOf(window, row('a', { sync_status: 'Failed' })).same).toEqual([])
  expect(newsOf(window, row('a'))).toMatchObject({ rows: [{ key: 'HRIS:a' }], same: [] })
})
