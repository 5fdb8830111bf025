import { expect, it } from 'vitest'
import type { Category } from '../category'
import { readConnector } from '../connector'
import { HeldList } from './held-list'
import { byAttention, choices, type ChoiceName, type Filters, keptFilters, noFilters, type Sort } from './query'

const now = Date.parse('2025-11-20T00:00:00Z')
const day = 86_400_000

function put(list: HeldList, category: Category, id: string, record: Record<string, unknown> = {}) {
  const usual = { end_user: `Customer ${id}`, origin_id: `origin-${id}`, integration_slug: 'bamboohr' }
  const connector = readConnector({ id, status: 'COMPLETE', sync_status: 'Done', ...usual, ...record })
  list.put({ id: 0, key: `${category}:${id}`, category, connector })
}

const idsOf = (list: HeldList, change: Partial<Filters> = {}, sort: Sort = byAttention) =>
  list
    .ask({ filters: { ...noFilters, ...change }, sort }, now)
    .rows()
    .map(({ id }) => id)

const list = new HeldList()
put(list, 'HRIS', 'stalled', { end_user: 'A\u200Bcme Gmb\u200BH' })
put(list, 'ATS', 'fresh', { total_employees: 946 })
put(list, 'LMS', 'never', { sync_status: null, total_employees: -5 })
put(list, 'HRIS', 'test', { is_test_connector: true, status: 'SUSPENDED', total_employees: null })
list.diagnose([
  { key: 'HRIS:stalled', kind: 'stalled', since: null, lastGoodSync: { time: now - day, kind: 'seen-done' } },
  { key: 'ATS:fresh', kind: 'healthy', since: null, lastGoodSync: { time: now - day + 1, kind: 'seen-done' } },
  { key: 'LMS:never', kind: 'healthy', since: null, lastGoodSync: { time: null, kind: 'never' } }
])

it.each<[string, Partial<Filters>, string[]]>([
  ['nothing', {}, ['fresh', 'never', 'stalled', 'test']],
  ['categories', { categories: ['ATS', 'LMS'] }, ['fresh', 'never']],
  ['a name as a person would type it', { endUser: 'acme gmbh' }, ['stalled']],
  ['the whole Origin ID', { originId: ' origin-fresh ' }, ['fresh']],
  ['a part of the Origin ID', { originId: 'origin' }, []],
  ['an unknown status', { status: 'SUSPENDED' }, ['test']],
  ['stalled, by diagnosis', { sync: 'stalled' }, ['stalled']],
  ['no sync yet', { sync: 'none' }, ['never']],
  ['data of a day', { good: '1-3d' }, ['stalled']],
  ['data of less than a day', { good: '<1d' }, ['fresh']],
  ['no data ever', { good: 'never' }, ['never']],
  ['employees at least', { employees: 946 }, ['fresh']],
  ['one employee less', { employees: 947 }, []],
  ['a number of employees, none where there is no number', { employees: 0 }, ['fresh']],
  ['test connectors', { quick: 'test' }, ['test']],
  ['a pasted name with what cannot be seen in it', { text: 'ac\u200Bme\u00A0g\u00ADmbh' }, ['stalled']],
  ['full-width letters and accents', { text: 'ＡＣＭÉ' }, ['stalled']],
  ['a name pasted out of two cells', { text: 'gmbh\tbamboohr' }, ['stalled']],
  ['no category by a search', { text: 'hris' }, []],
  ['a diagnosis', { verdict: 'healthy' }, ['fresh', 'never']],
  ['no diagnosis yet', { verdict: 'none' }, ['test']],
  ['test connectors, by their column', { test: 'yes' }, ['test']],
  ['no test connectors', { test: 'no' }, ['fresh', 'never', 'stalled']],
  ['all together', { quick: 'stalled', categories: ['ATS'] }, []]
])('a filter finds %s', (_, change, ids) => expect(idsOf(list, change).sort()).toEqual(ids))

const at = (ms: number) => new Date(now + ms).toISOString()
const past = [
  ['<1d', at(1)],
  ['<1d', at(1 - day)],
  ['1-3d', at(-day)],
  ['3-7d', at(-3 * day)],
  ['>7d', at(-7 * day)],
  ['never', null],
  ['odd', 'yesterday']
] as const
it.each<readonly [ChoiceName, string, Record<string, unknown>]>([
  ...past.map(([value, time]) => ['began', value, { last_sync_start_time: time }] as const),
  ...past.map(([value, time]) => ['foundBad', value, { relink_needed_at: time }] as const),
  ['nextRun', 'past', { next_sync_start_time: at(-1) }],
  ['nextRun', 'soon', { next_sync_start_time: at(0) }],
  ['nextRun', 'soon', { next_sync_start_time: at(day - 1) }],
  ['nextRun', 'later', { next_sync_start_time: at(day) }],
  ['nextRun', 'none', { next_sync_start_time: null }],
  ['nextRun', 'odd', { next_sync_start_time: 'soon' }],
  ['progress', 'begun', { sync_progress: 0 }],
  ['progress', 'part', { sync_progress: 1 }],
  ['progress', 'part', { sync_progress: 99 }],
  ['progress', 'whole', { sync_progress: 100 }],
  ['progress', 'none', { sync_progress: null }],
  ['progress', 'odd', { sync_progress: 101 }]
])('%s %s finds %j, and no other choice does', (name, value, record) => {
  const one = new HeldList()
  put(one, 'HRIS', 'one', record)
  const finds = (choice: string) => one.count(keptFilters.parse({ [name]: choice }), now) === 1
  expect(choices[name].filter(finds)).toEqual([value])
})

it('kept filters come back, and what a later version kept is no filter', () => {
  const one = { verdict: 'relink', nextRun: 'past', test: 'no' }
  expect(keptFilters.parse(JSON.parse(JSON.stringify(one)))).toMatchObject(one)
  expect(keptFilters.parse({ verdict: 'of a later version', began: 7 })).toEqual(noFilters)
})

it('names are sorted whatever their case; a relink stays first though its last sync failed', () => {
  const sorted = new HeldList()
  put(sorted, 'HRIS', 'beta', { end_user: 'Beta' })
  put(sorted, 'ATS', 'alpha', { end_user: 'alpha' })
  put(sorted, 'LMS', 'nameless', { end_user: '' })
  put(sorted, 'HRIS', 'failed', { end_user: 'Failed', sync_status: 'Failed' })
  put(sorted, 'HRIS', 'relink', { end_user: 'Relink', status: 'RELINK_NEEDED', sync_status: 'Failed' })
  const byName = (descending: boolean) => idsOf(sorted, {}, { by: 'end-user', descending })
  expect(byName(false)).toEqual(['alpha', 'beta', 'failed', 'relink', 'nameless'])
  expect(byName(true)).toEqual(['relink', 'failed', 'beta', 'alpha', 'nameless'])
  expect(idsOf(sorted)).toEqual(['relink', 'failed', 'nameless', 'alpha', 'beta'])
})
