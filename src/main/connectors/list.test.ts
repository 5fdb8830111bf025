import Database from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { byAttention, noFilters, type Filters, type Sort } from '../../shared/connectors/list/query'
import { lineOf, pageOf } from '../store/tables/connectors/page-lines'
import { AnswerList } from '../../shared/connectors/list/questions'
import type { Clock } from '../base/clock'
import { listHandlers } from './list'
import { promised } from '../base/promised'
import { atOnce } from '../base/steps'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { Passing } from '../base/turns'

const hour = 3_600_000
const later = start + hour
const elsewhere = { ...place, region: 'eu' } as const

let test: TestHistory
beforeEach(() => (test = testHistory()))
afterEach(() => test.remove())

const context = { owner: 1, emit: () => undefined }
function keptLists() {
  const database = new Database(test.file, { readonly: true })
  const rows = database.prepare('SELECT * FROM kept_list').all() as unknown[]
  database.close()
  return rows
}

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
  expect(history.listTally({ place, now: later, refreshed: true, names: {} })).toEqual({
    total: 3,
    facets: expect.objectContaining({ failed: 1, healthy: 1 }) as object,
    perCategory: { HRIS: 3 },
    undiagnosed: 2,
    older: [{ category: 'HRIS', count: 1, since: start }]
  })
  const parts = [{ category: 'HRIS' as const, state: 'done' as const, items: 2, repeated: 0 }]
  history.endRefresh({ refresh, at: later, parts })
  // Whoever asks now does not wait for that.
  expect(ask().rows.map(({ key, diagnosis }) => [key, diagnosis?.kind])).toEqual([
    ['HRIS:a', undefined],
    ['HRIS:n', undefined]
  ])
  atOnce(history.newIssues({ place, since: null, now: later }))
  expect(ask().rows.map(({ key, diagnosis }) => [key, diagnosis?.kind])).toEqual([
    ['HRIS:a', 'failed'],
    ['HRIS:n', 'healthy']
  ])
})

it('a record that a running refresh brings changed is not diagnosed as it was, whoever asks for diagnoses meanwhile', () => {
  test.refresh([row('a', { status: 'RELINK_NEEDED' }), row('b')], start)
  ids()
  const { history } = test
  const refresh = history.beginRefresh({ place, startedAt: later, whole: true })
  const append = (...rows: ReturnType<typeof row>[]) =>
    history.appendPage({ refresh, page: pageOf(rows.map(lineOf)), at: later })
  append(row('b', { sync_status: 'Failed' }))
  // As an opened drawer does: all are judged.
  history.connector({ place, key: 'HRIS:b', now: later })
  append(row('a'))
  const kinds = () => ask().rows.map(({ key, diagnosis }) => [key, diagnosis?.kind])
  expect(kinds()).toEqual([
    ['HRIS:b', 'failed'],
    ['HRIS:a', undefined]
  ])
  const { facets } = history.listTally({ place, now: later, refreshed: true, names: {} })
  expect(facets['relink']).toBeUndefined()
})

it('a connector that comes back has its old place among the records, and the others stay as they are held', () => {
  test.refresh([row('a'), row('b'), row('c')], start)
  test.refresh([row('a'), row('c')], start + 1)
  expect(ids()).toEqual(['a', 'c'])
  test.refresh([row('a'), row('b'), row('c')], later)
  expect(ids()).toEqual(['a', 'b', 'c'])
  expect(test.history.diagnoses({ place, now: later, from: 0, count: 9 }).rows.map(({ key }) => key)).toEqual([
    ...['HRIS:a', 'HRIS:b', 'HRIS:c']
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
  history.listTally({ place, now, refreshed: true, names: { lever: 'Hire & Co' } })
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

it('before the first refresh of a session all connectors are older', () => {
  test.refresh([row('a'), row('b')], start)
  const older = (refreshed: boolean) => test.history.listTally({ place, now: later, refreshed, names: {} }).older
  expect([older(true), older(false)]).toEqual([[], [{ category: 'HRIS', count: 2, since: start }]])
})

it('keeps what was shown when the app was left, for the next start alone, and not over a crash', () => {
  const query = { filters: { ...noFilters, quick: 'relink' as const }, sort: byAttention }
  const list = () => test.history.listRows({ place, now: later, query, from: 0, to: 9 })
  test.refresh([row('a'), row('b', { status: 'RELINK_NEEDED' })], start)
  expect(list().count).toBe(1)
  expect(test.history.keptList({ place })).toBeNull()
  test.restart()
  const kept = test.history.keptList({ place })
  expect(kept).toMatchObject({
    ...{ query, count: 1, tally: { total: 2, facets: { relink: 1 } } },
    rows: [{ key: 'HRIS:b', tokenRef: null, seenAt: start, diagnosis: { kind: 'relink' } }]
  })
  expect(JSON.stringify(kept)).not.toContain('connector_token')
  expect(test.history.keptList({ place: elsewhere })).toBeNull()
  list()
  expect(test.history.keptList({ place })).toBeNull()
  // A copy of the file is what a crash leaves.
  expect(keptLists()).toEqual([])
  test.restart()
  list()
  test.history.removeWorkspace({ workspaceId: place.workspaceId })
  test.restart()
  expect(keptLists()).toEqual([])
})

it('counts the open issues that the window has and the running refresh has seen again, each as it was', () => {
  const broken = { status: 'RELINK_NEEDED' }
  test.refresh([row('a', broken), row('b', broken), row('t', { ...broken, is_test_connector: true }), row('c')], start)
  const { history } = test
  const { version } = history.issueNews({ place, now: start, calm: [], since: null }).news
  const refresh = history.beginRefresh({ place, startedAt: later, whole: true })
  const count = () => history.listConfirmed({ place, now: later, version })
  expect(count()).toBe(0)
  history.appendPage({ refresh, page: pageOf([row('a', broken), row('b'), row('t', broken)].map(lineOf)), at: later })
  expect(count()).toBe(1)
  expect(history.listConfirmed({ place, now: later, version: 'of another run' })).toBe(0)
})

it('@contract answers the window with tokens’ handles and what a refresh brought twice; an answer is a list of its own', async () => {
  test.refresh([row('a'), row('b', { integration_slug: 'lever' })], start)
  const answer = '11111111-1111-4111-8111-111111111111'
  const held = new AnswerList(
    [
      { ...row('x', { integration_slug: 'bbb' }), tokenRef: 'handle' },
      { ...row('y', { integration_slug: 'aaa' }), tokenRef: null }
    ],
    [],
    later
  )
  const handlers = listHandlers({
    history: promised(() => test.history),
    clock: { now: () => later } as Clock,
    tokens: { find: ({ key }) => (key === 'HRIS:a' ? { ref: 'handle of a' } : undefined) as never },
    ...{ answers: { list: () => held }, earlier: new Passing() },
    twice: () => new Set(['HRIS:b'])
  })
  const byName = { filters: noFilters, sort: { by: 'integration', descending: false } as const, from: 0, to: 9 }
  await handlers['connectors:names']({ ...place, names: { bbb: 'A', aaa: 'B' } }, context)
  const ask = async (more: object) =>
    (await handlers['connectors:list']({ ...place, ...byName, ...more }, context)).rows.map(
      ({ key, tokenRef, twice, seenAt }) => [key, tokenRef, twice, seenAt]
    )
  expect(await ask({})).toEqual([
    ['HRIS:a', 'handle of a', false, start],
    ['HRIS:b', null, true, start]
  ])
  expect(await ask({ answer })).toEqual([
    ['HRIS:x', 'handle', false, later],
    ['HRIS:y', null, false, later]
  ])
})
