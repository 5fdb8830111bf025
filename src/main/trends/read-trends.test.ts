import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ConnectorRecord } from '../../shared/connectors/connector'
import type { DueTimes } from '../../shared/issues/due-times'
import { place, start, testHistory, type TestHistory, type RefreshChange } from '../testing/history'

const hour = 3_600_000
const day = 24 * hour
/** Tuesday 10 March 2026, 12:00 in London. */
let test: TestHistory
beforeEach(() => (test = testHistory()))
afterEach(() => test.remove())

function row(id: string, status: string, change: Partial<ConnectorRecord> = {}) {
  const record = {
    ...{ id, status, category: 'HRIS', is_active: true, sync_status: 'Done' },
    ...{ integration_slug: 'bamboohr', end_user: `Customer ${id}`, origin_id: null, is_test_connector: false },
    ...change
  }
  return { key: `HRIS:${id}`, category: 'HRIS' as const, record }
}

/** Refreshes with these connectors, synced an hour before, and then asks for the issues like the window. */
function refresh(at: number, rows: ReturnType<typeof row>[], change: RefreshChange = {}) {
  const synced = { last_sync_start_time: new Date(at - hour).toISOString() }
  test.refresh(
    rows.map((one) => ({ ...one, record: { ...synced, ...one.record } })),
    at,
    change
  )
  test.history.issueList({ place: change.place ?? place, now: at })
}

const trends = (now: number, more: { place?: typeof place; most?: number; dueTimes?: DueTimes } = {}) =>
  test.history.trends({ place, now, zone: 'Europe/London', weeks: 12, most: 200, dueTimes: null, ...more })

const needed = { relink_needed_at: new Date(start).toISOString() }

it('follows relinks from refresh to refresh: relinked, deleted, still open, of a test connector', () => {
  refresh(start, [
    row('old', 'RELINK_NEEDED', needed),
    row('a', 'COMPLETE'),
    row('b', 'COMPLETE'),
    row('c', 'COMPLETE')
  ])
  refresh(start + day, [
    ...[row('old', 'COMPLETE'), row('a', 'RELINK_NEEDED', needed), row('b', 'RELINK_NEEDED', needed)],
    ...[row('c', 'RELINK_NEEDED', needed), row('t', 'RELINK_NEEDED', { ...needed, is_test_connector: true })]
  ])
  const operator = { place, now: start + day, change: { owner: 'Ada' } }
  test.history.changeIssues({ ...operator, keys: ['HRIS:a', 'HRIS:b', 'HRIS:t'] })
  refresh(start + 7 * day, [row('old', 'COMPLETE'), row('a', 'COMPLETE'), row('c', 'RELINK_NEEDED', needed)])
  const { weeks, since, total, customers, owners, integrations } = trends(start + 7 * day)
  expect(since).toBe(start)
  expect(weeks.map(({ start }) => new Date(start).toISOString())).toEqual([
    '2026-03-09T00:00:00.000Z',
    '2026-03-16T00:00:00.000Z'
  ])
  // The relink needed at the first refresh is closed, but neither opened nor timed.
  expect(weeks.map(({ relinks }) => relinks)).toEqual([
    { opened: 3, closed: 1, deleted: 0, open: 3 },
    { opened: 0, closed: 2, deleted: 1, open: 1 }
  ])
  expect(total).toEqual({ name: '', relinked: 1, median: 6 * day, p90: 6 * day, open: 1, oldest: start + day })
  expect(integrations.rows).toEqual([{ ...total, name: 'bamboohr' }])
  expect(customers.rows.map(({ name, relinked, open }) => [name, relinked, open])).toEqual([
    ['Customer c', 0, 1],
    ['Customer a', 1, 0]
  ])
  expect(owners.rows).toEqual([
    { owner: '', open: 1, closed: 1, weeks: [1, 0] },
    { owner: 'Ada', open: 0, closed: 2, weeks: [0, 2] }
  ])
})

it('keeps regions apart', () => {
  refresh(start, [row('a', 'COMPLETE')])
  refresh(start + hour, [row('a', 'RELINK_NEEDED', needed)])
  expect(trends(start + day).total.open).toBe(1)
  expect(trends(start + day, { place: { ...place, region: 'eu' } })).toMatchObject({ weeks: [], total: { open: 0 } })
})

it('customers without a name have their origin id, or none; names that are no text are none', () => {
  refresh(
    start,
    ['a', 'b', 'c', 'd'].map((id) => row(id, 'COMPLETE'))
  )
  refresh(start + hour, [
    row('a', 'RELINK_NEEDED', { ...needed, end_user: '', origin_id: 'acme' }),
    row('b', 'RELINK_NEEDED', { ...needed, end_user: null, integration_slug: 7 }),
    row('c', 'RELINK_NEEDED', { ...needed, end_user: 17 }),
    row('d', 'RELINK_NEEDED', { ...needed, end_user: 'Acme', origin_id: 'acme' })
  ])
  const { customers, integrations } = trends(start + day)
  expect(customers.rows.map(({ name, open }) => [name, open])).toEqual([
    ['', 2],
    ['acme', 2]
  ])
  expect(integrations.rows.map(({ name, open }) => [name, open])).toEqual([
    ['bamboohr', 3],
    ['', 1]
  ])
})

it('a refresh that did not read the whole list makes no week known', () => {
  refresh(start, [row('a', 'COMPLETE')])
  refresh(start + 7 * day, [], { parts: [{ state: 'failed', items: 0 }] })
  expect(trends(start + 8 * day).weeks.map(({ relinks }) => relinks?.open)).toEqual([0, undefined])
})

it('counts connectors by the day of their last good sync, as the last refresh saw them', () => {
  const synced = (id: string, at: number, change: Partial<ConnectorRecord> = {}) =>
    row(id, 'COMPLETE', { last_sync_start_time: new Date(at).toISOString(), ...change })
  const midnight = Date.parse('2026-03-10T00:00:00Z')
  refresh(start, [
    ...[synced('a', midnight), synced('b', midnight - 1), synced('c', midnight - day - 1)],
    ...[synced('d', midnight - 6 * day), synced('e', midnight - 6 * day - 1)],
    synced('never', start, {
      sync_status: 'Syncing',
      avg_sync_duration: null,
      total_employees: null,
      active_employees: null
    }),
    ...[synced('off', midnight, { is_active: false }), synced('test', midnight, { is_test_connector: true })]
  ])
  // Without a newer refresh, today is the day of the last one.
  const { good } = trends(start + 2 * day)
  expect(good).toEqual({
    at: start,
    connectors: 6,
    ages: [
      { age: 'today', connectors: 1 },
      { age: 'yesterday', connectors: 1 },
      { age: 'week', connectors: 2 },
      { age: 'older', connectors: 1 },
      { age: 'never', connectors: 1 }
    ]
  })
})

it('the board keeps who connected again and still fails, after they were asked', () => {
  const failing = { sync_status: 'Failed' }
  refresh(start, [row('a', 'COMPLETE'), row('b', 'COMPLETE')])
  refresh(start + day, [row('a', 'RELINK_NEEDED', needed), row('b', 'RELINK_NEEDED', needed)])
  const change = { requested: 'email' } as const
  test.history.changeIssues({ place, keys: ['HRIS:a', 'HRIS:b'], change, now: start + day })
  refresh(start + 2 * day, [row('a', 'COMPLETE', failing), row('b', 'COMPLETE')])
  const board = test.history.relinks({ place, since: start })
  expect(board.map(({ key, recoveredAt }) => [key, recoveredAt]).sort()).toEqual([
    ['HRIS:a', start + 2 * day],
    ['HRIS:b', start + 2 * day]
  ])
})

it('counts no due time while the customer was waited for, also once the issue is closed', () => {
  const always = { from: 0, to: 1_440 }
  const dueTimes: DueTimes = {
    calendar: { zone: 'UTC', week: [always, always, always, always, always, always, always], holidays: [] },
    tiers: [{ name: 'Gold', customers: ['gold'] }],
    targets: [
      { cause: 'relink', tier: null, hours: 48 },
      { cause: 'relink', tier: 'Gold', hours: 12 }
    ]
  }
  const rows = (status: string) => [
    row('a', status, needed),
    row('b', status, needed),
    row('c', status, { ...needed, origin_id: 'gold' })
  ]
  refresh(start, rows('COMPLETE'))
  refresh(start + hour, rows('COMPLETE'))
  refresh(start + 2 * hour, rows('RELINK_NEEDED'))
  test.history.changeIssues({ place, keys: ['HRIS:a'], change: { requested: 'copied' }, now: start + 3 * hour })
  refresh(start + 4 * day, [...rows('COMPLETE').slice(0, 1), ...rows('RELINK_NEEDED').slice(1)])
  expect(trends(start + 4 * day, { dueTimes }).due).toEqual([{ cause: 'relink', over: 2, met: 1, weeks: [2] }])
  expect(trends(start + 4 * day).due).toBeNull()
})
