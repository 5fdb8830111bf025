import { expect, test } from 'vitest'
import { row, toEntry } from '../testing/made-up'
import { choicesOf } from './column-choices'
import { filterInSlices, type Filters, filteredColumns, filters, matcher, noFilters } from './filters'

const now = Date.parse('2025-11-20T00:00:00Z')
const day = 86_400_000
const judged = (id: string, kind: 'stalled' | 'healthy', time: number | null) => ({
  diagnosis: {
    key: `HRIS:${id}`,
    kind,
    since: null,
    lastGoodSync: { time, kind: time === null ? ('never' as const) : ('seen-done' as const) }
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
  ['a pasted name with what cannot be seen in it', { text: 'ac\u200Bme\u00A0g\u00ADmbh' }, ['stalled']],
  ['full-width letters and accents', { text: 'ＡＣＭÉ' }, ['stalled']],
  ['a name pasted out of two cells', { text: 'gmbh\tbamboohr' }, ['stalled']],
  ['a verdict', { verdict: 'healthy' }, ['fresh', 'never']],
  ['no verdict yet', { verdict: 'none' }, ['test']],
  ['test connectors, by their column', { test: 'yes' }, ['test']],
  ['no test connectors', { test: 'no' }, ['stalled', 'fresh', 'never']],
  ['all together', { quick: 'stalled', categories: ['ATS'] }, []]
])('%s', (_, change, ids) => expect(found(change)).toEqual(ids))

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
test.each([
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
] as const)('%s %s finds %j, and no other choice does', (name, value, record) => {
  const entry = toEntry(row('HRIS', 'one', record), 1)
  const finds = (choice: string) => matcher(filters.parse({ [name]: choice }), now)?.(entry)
  expect(choicesOf(name).filter(finds)).toEqual([value])
})

test('each column shows its filter, and one that is kept comes back', () => {
  const one = { verdict: 'relink', nextRun: 'past', test: 'no' }
  expect(filteredColumns(filters.parse(one)).map(({ id }) => id)).toEqual(['verdict', 'next-run', 'test'])
  expect(filters.parse(JSON.parse(JSON.stringify(one)))).toMatchObject(one)
  expect(filters.parse({ verdict: 'of a later version', began: 7 })).toEqual(noFilters)
})

test('slices find what a filter finds, and stop on request', async () => {
  const many = Array.from({ length: 50_000 }, (_, id) => id)
  expect(await filterInSlices(many, (id) => id % 777 === 0)).toEqual(many.filter((id) => id % 777 === 0))
  const slow = (id: number) => {
    const until = performance.now() + (id % 1024 === 0 ? 12 : 0)
    while (performance.now() < until);
    return true
  }
  expect(await filterInSlices(many, slow, () => true)).toBeNull()
})
