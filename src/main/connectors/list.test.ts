import { afterEach, beforeEach, expect, it } from 'vitest'
import { byAttention, noFilters, type Filters, type Sort } from '../../shared/connectors/list/query'
import { lineOf, pageOf } from '../store/tables/connectors/page-lines'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'

const hour = 3_600_000
const later = start + hour
const elsewhere = { ...place, region: 'eu' } as const

let test: TestHistory
beforeEach(() => (test = testHistory()))
afterEach(() => test.remove())

const row = (id: string, change = {}) => madeUpRow(id, start, { end_user: `Customer ${id}`, ...change })

function ask(filters: Partial<Filters> = {}, more: { from?: number; to?: number; at?: string; sort?: Sort } = {}) {
  const { sort = byAttention, from = 0, to = 50, at } = more
  const query = { filters: { ...noFilters, ...filters }, sort }
  return test.history.listRows({ place, now: later, query, from, to, at })
}
const ids = (...of: Parameters<typeof ask>) => ask(...of).rows.map(({ record }) => record.id)

it('shows the range that is asked for, with record, age and diagnosis, also after a restart', () => {
  test.refresh([row('a'), row('b', { status: 'RELINK_NEEDED' }), row('c', { extra: 1 })], start)
  const seen = () => ask({}, { from: 1, to: 3, at: 'HRIS:c' })
  const before = seen()
  expect(before).toMatchObject({
    count: 3,
    position: 2,
    settled: true,
    rows: [
      { key: 'HRIS:a', category: 'HRIS', seenAt: start, diagnosis: { kind: 'healthy' } },
      { key: 'HRIS:c', record: { id: 'c', extra: 1 } }
    ]
  })
  test.restart()
  expect(seen()).toEqual(before)
  expect(ask({}, { at: 'HRIS:z' }).position).toBe(-1)
})

it('follows refreshes: what is new, changed, gone and back, and keeps places apart', () => {
  test.refresh([row('a'), row('b'), row('c')], start)
  expect(ids()).toEqual(['a', 'b', 'c'])
  test.refresh([row('b', { sync_status: 'Failed' }), row('c', { end_user: 'Aaa' }), row('d')], later)
  expect(ids()).toEqual(['b', 'c', 'd'])
  expect(ids({ text: 'aaa' })).toEqual(['c'])
  test.refresh([row('a'), row('c'), row('d')], later + 1)
  expect(ids()).toEqual(['a', 'c', 'd'])
  test.refresh([row('e')], later, { place: elsewhere })
  expect(ids()).toEqual(['a', 'c', 'd'])
})

it('rows of a running refresh are there, and a changed one has no diagnosis until all are judged again', () => {
  test.refresh([row('a'), row('b')], start)
  ids()
  const { history } = test
  const refresh = history.beginRefresh({ place, startedAt: later, whole: true })
  const page = [row('a', { sync_status: 'Failed' }), row('n')].map(lineOf)
  history.appendPage({ refresh, page: pageOf(page), at: later })
  expect(ask().rows.map(({ key, diagnosis }) => [key, diagnosis?.kind])).toEqual([
    ['HRIS:a', undefined],
    ['HRIS:b', 'healthy'],
    ['HRIS:n', undefined]
  ])
  expect(history.listTally({ place, now: later })).toEqual({
    total: 3,
    facets: expect.objectContaining({ failed: 1, healthy: 1 }) as object,
    perCategory: { HRIS: 3 },
    undiagnosed: 2,
    older: [{ category: 'HRIS', count: 1, since: start }]
  })
  const parts = [{ category: 'HRIS' as const, state: 'done' as const, items: 2, repeated: 0 }]
  history.endRefresh({ refresh, at: later, parts })
  expect(ask().rows.map(({ key, diagnosis }) => [key, diagnosis?.kind])).toEqual([
    ['HRIS:a', 'failed'],
    ['HRIS:n', 'healthy']
  ])
})

it('finds, counts and names keys without their rows', () => {
  test.refresh([row('a', { integration_slug: 'lever' }), row('b'), row('c', { is_test_connector: true })], start)
  const { history } = test
  const now = later
  const query = { filters: { ...noFilters, test: 'no' as const }, sort: byAttention }
  expect(history.listKeys({ place, now, query, most: 1 })).toEqual(['HRIS:a'])
  expect(history.listCounts({ place, now, filters: [noFilters, query.filters] })).toEqual([3, 2])
  expect(history.listByKeys({ place, now, keys: ['HRIS:c', 'HRIS:x'] }).map(({ key }) => key)).toEqual(['HRIS:c'])
  history.listNames({ place, names: { lever: 'Hire & Co' } })
  const find = { place, now, text: 'hire', by: 'any' as const, category: null, keys: null }
  expect(history.listFind(find)).toMatchObject({ rows: [{ key: 'HRIS:a' }], total: 1 })
  const totals = history.listIntegrations({ place, now })
  expect(totals.find(({ slug }) => slug === 'lever')).toMatchObject({ connectors: 1, tests: 0, usual: 'HRIS:a' })
  expect(totals.reduce((sum, { tests }) => sum + tests, 0)).toBe(1)
})

it('a record that was read alone, deleted or answered by its provider is shown as it is now', () => {
  test.refresh([row('a'), row('b')], start)
  ids()
  const { history } = test
  history.seeOne({ place, row: row('b', { end_user: 'Renamed' }), at: later })
  expect(ids({ text: 'renamed' })).toEqual(['b'])
  history.markDeleted({ place, key: 'HRIS:a', at: later })
  expect(ids()).toEqual(['b'])
})
