import { beforeEach, expect, it } from 'vitest'
import type { ConnectorRow } from '../../shared/connectors/connector'
import { PageItem } from '../base/page-item'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { madeUpRow } from '../testing/made-up-rows'
import { HeldRows } from './refresh-job'

const start = Date.parse('2026-03-10T12:00:00Z')
const place = { workspaceId: 'w1', region: 'default' }
let tokens: ConnectorTokens
beforeEach(() => void (tokens = new ConnectorTokens()))

function row(id: string, change: Record<string, unknown> = {}, category: 'HRIS' | 'ATS' = 'HRIS'): ConnectorRow {
  const { record } = madeUpRow(id, start, { connector_token: `token of ${id}`, ...change })
  const [listed] = tokens.toListed({ ...place, category }, [new PageItem(JSON.stringify(record))])
  if (!listed) throw new Error('No row.')
  return listed
}
const digestsOf = (...rows: ConnectorRow[]) =>
  new HeldRows('')
    .newsOf(rows)
    .rows.map(({ digest }) => digest)
    .join('')

it('sends all rows to a window that holds none, each with a digest and nothing besides', () => {
  const { rows, same } = new HeldRows('').newsOf([row('a'), row('b')])
  expect(rows.map(({ key }) => key)).toEqual(['HRIS:a', 'HRIS:b'])
  for (const one of rows) {
    expect(Object.keys(one).sort()).toEqual(['category', 'digest', 'key', 'record', 'tokenRef'])
    expect(one.digest).toMatch(/^[\w+/]{12}$/)
  }
  expect(same).toEqual([])
})

it('names what the window holds, and sends what is new or differs', () => {
  const window = new HeldRows(digestsOf(row('a'), row('b'), row('c')))
  const { rows, same } = window.newsOf([row('a'), row('b', { sync_status: 'Failed' }), row('new')])
  expect(same).toEqual(['HRIS:a'])
  expect(rows.map(({ key }) => key)).toEqual(['HRIS:b', 'HRIS:new'])
})

it.each([
  ['a field the app does not know', () => row('a', { note: 'new' })],
  ['its category', () => row('a', {}, 'ATS')],
  ['that it has no token', () => row('a', { connector_token: null })],
  ['a handle of another session', () => (tokens.forgetAll(), row('a'))],
  ['that no walk brought it', () => ({ ...madeUpRow('a', start), tokenRef: null })]
])('sends a row again that differs in %s', (_, changed) => {
  const window = new HeldRows(digestsOf(row('a')))
  expect(window.newsOf([changed()])).toMatchObject({ rows: [{ record: { id: 'a' } }], same: [] })
})

it('sends a row that came otherwise in this walk, also where it comes as before after that', () => {
  const window = new HeldRows(digestsOf(row('a')))
  expect(window.newsOf([row('a', { sync_status: 'Failed' })]).same).toEqual([])
  expect(window.newsOf([row('a')])).toMatchObject({ rows: [{ key: 'HRIS:a' }], same: [] })
})
