import { expect, test } from 'vitest'
import { row } from '../testing/made-up'
import { toEntry } from './entry'
import { filterInSlices } from './filter-in-slices'
import { type Filters, filters, matcher, noFilters } from './filters'
import { SavedFilters } from './saved-filters.svelte'

const now = Date.parse('2025-11-20T00:00:00Z')
const day = 86_400_000
const judged = (id: string, kind: 'stalled' | 'healthy', time: number | null) => ({
  verdict: {
    key: `HRIS:${id}`,
    kind,
    since: null,
    goodAsOf: { time, kind: time === null ? ('never' as const) : ('seen-done' as const) }
  }
})
const entries = [
  toEntry(row('HRIS', 'stalled', { end_user: 'A\u200Bcme Gmb\u200BH' }), 1, judged('stalled', 'stalled', now - day)),
  toEntry(row('ATS', 'fresh', { total_employees: 946 }), 1, judged('fresh', 'healthy', now - day + 1)),
  toEntry(row('LMS', 'never', { sync_status: null, total_employees: -5 }), 1, judged('never', 'healthy', null)),
  toEntry(row('HRIS', 'test', { is_test_connector: true, status: 'SUSPENDED', total_employees: null }), 1)
]
const found = (change: Partial<Filters>) =>
  entries.filter(matcher({ ...noFilters, ...change }, now) ?? (() => true)).map(({ connector }) => connector.id)

test.each<[string, Partial<Filters>, string[]]>([
  ['nothing', {}, ['stalled', 'fresh', 'never', 'test']],
  ['categories', { categories: ['ATS', 'LMS'] }, ['fresh', 'never']],
  ['a name as a person would type it', { endUser: 'acme gmbh' }, ['stalled']],
  ['the whole origin id', { originId: 'origin-fresh' }, ['fresh']],
  ['a part of the origin id', { originId: 'origin' }, []],
  ['an unknown status', { status: 'SUSPENDED' }, ['test']],
  ['stalled, by verdict', { sync: 'stalled' }, ['stalled']],
  ['no run yet', { sync: 'none' }, ['never']],
  ['data of a day', { good: '1-3d' }, ['stalled']],
  ['data of less than a day', { good: '<1d' }, ['fresh']],
  ['no data ever', { good: 'never' }, ['never']],
  ['employees at least', { employees: 946 }, ['fresh']],
  ['one employee less', { employees: 947 }, []],
  ['test connectors', { quick: 'test' }, ['test']],
  ['all together', { quick: 'stalled', categories: ['ATS'] }, []]
])('%s', (_, change, ids) => expect(found(change)).toEqual(ids))

test('slices find what a filter finds, and stop when they are told to', async () => {
  const many = Array.from({ length: 50_000 }, (_, id) => id)
  expect(await filterInSlices(many, (id) => id % 777 === 0)).toEqual(many.filter((id) => id % 777 === 0))
  const slow = (id: number) => {
    const until = performance.now() + (id % 1024 === 0 ? 12 : 0)
    while (performance.now() < until);
    return true
  }
  expect(await filterInSlices(many, slow, () => true)).toBeNull()
})

test('saved filters come back after a restart, for their workspace only; a broken one is left out', () => {
  const kept = new Map<string, string>()
  const shelf = { getItem: (key: string) => kept.get(key) ?? null, setItem: (k: string, v: string) => kept.set(k, v) }
  const first = new SavedFilters(shelf)
  first.show('one')
  first.save(' Workday ', filters.parse({ integration: 'workday' }))
  const second = new SavedFilters(shelf)
  second.show('one')
  expect(second.named({ ...noFilters, integration: 'workday' })?.name).toBe('Workday')
  second.show('two')
  expect(second.all).toEqual([])
  kept.set('connectors.filters.three', '[{"name":""},{"name":"ok","filters":{"good":"no such"}}, 7]')
  second.show('three')
  expect(second.all).toEqual([{ name: 'ok', filters: noFilters }])
})
