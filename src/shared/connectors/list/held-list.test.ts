import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Category } from '../category'
import { readConnector } from '../connector'
import { HeldList } from './held-list'
import { byAttention, noFilters, type Filters, type Sort } from './query'

const now = Date.parse('2026-03-10T12:00:00Z')
const hour = 3_600_000

function listOf(records: Record<string, Record<string, unknown>>, category: Category = 'HRIS', list = new HeldList()) {
  for (const [id, record] of Object.entries(records)) put(list, id, record, category)
  return list
}

function put(list: HeldList, id: string, record: Record<string, unknown>, category: Category = 'HRIS') {
  const whole = { id, status: 'COMPLETE', sync_status: 'Done', end_user: id, integration_slug: 'bamboohr', ...record }
  list.put({ id: 0, key: `${category}:${id}`, category, connector: readConnector(whole) })
}

const idsOf = (list: HeldList, filters: Partial<Filters> = {}, sort: Sort = byAttention, at = now) =>
  list
    .ask({ filters: { ...noFilters, ...filters }, sort }, at)
    .rows()
    .map(({ id }) => id)

describe('order', () => {
  it('puts those first that need a person, the longest first, then by name', () => {
    const list = listOf({
      z: {},
      b: { sync_status: 'Failed' },
      newer: { status: 'RELINK_NEEDED', relink_needed_at: '2026-03-10T10:00:00Z' },
      older: { status: 'RELINK_NEEDED', relink_needed_at: '2026-03-01T10:00:00Z' },
      unknown: { status: 'RELINK_NEEDED' },
      linking: { status: 'INCOMPLETE' },
      a: {}
    })
    expect(idsOf(list)).toEqual(['older', 'newer', 'unknown', 'b', 'linking', 'a', 'z'])
  })

  it('sorts by each column both ways, what has no value last in both', () => {
    const list = listOf({ a: { total_employees: 5 }, b: {}, c: { total_employees: 9 } })
    expect(idsOf(list, {}, { by: 'employees', descending: false })).toEqual(['a', 'c', 'b'])
    expect(idsOf(list, {}, { by: 'employees', descending: true })).toEqual(['c', 'a', 'b'])
  })

  it('follows names of integrations once they are known', () => {
    const list = listOf({ a: { integration_slug: 'zeta' }, b: { integration_slug: 'alpha' } })
    const sort = { by: 'integration', descending: false } as const
    expect(idsOf(list, {}, sort)).toEqual(['b', 'a'])
    list.show({ zeta: 'Acme HR' })
    expect(idsOf(list, {}, sort)).toEqual(['a', 'b'])
    put(list, 'c', { integration_slug: 'zeta' })
    expect(idsOf(list, { text: 'acme hr' }, sort)).toEqual(['a', 'c'])
  })

  it('changes while rows come are put in order only as often as sorting leaves time, and said', () => {
    let elapsed = 0
    const list = listOf({ b: {} }, 'HRIS', new HeldList(() => (elapsed += 10), 0))
    const ask = () => list.ask({ filters: noFilters, sort: byAttention }, now)
    expect(ask()).toMatchObject({ settled: true })
    put(list, 'a', {})
    expect([ask().settled, idsOf(list)]).toEqual([false, ['b']])
    elapsed += 1_000
    expect([ask().settled, idsOf(list)]).toEqual([true, ['a', 'b']])
    // What went is never shown again.
    list.drop('HRIS:b')
    expect([ask().settled, idsOf(list)]).toEqual([true, ['a']])
  })
})

describe('filters', () => {
  const list = listOf({
    acme: { end_user: 'Acme Ümlaut', origin_id: 'O-1', sync_status: null },
    bolt: { end_user: 'Bolt', origin_id: 'o-2', is_test_connector: true, total_employees: 40 },
    crane: { end_user: 'Crane', integration_slug: 'lever', status: 'PAUSED', next_sync_start_time: 'soon' }
  })
  listOf(
    { deed: { last_sync_start_time: '2026-03-10T11:00:00Z', next_sync_start_time: '2026-03-10T11:30:00Z' } },
    'ATS',
    list
  )
  list.diagnose([
    { key: 'HRIS:bolt', kind: 'stalled', since: null, lastGoodSync: { time: now - 100 * hour, kind: 'seen-done' } }
  ])

  it.each<[Partial<Filters>, string[]]>([
    [{ text: 'umlaut' }, ['acme']],
    [{ text: 'UMLAUT acme' }, ['acme']],
    [{ text: 'o-' }, ['acme', 'bolt']],
    [{ text: 'lever' }, ['crane']],
    [{ quick: 'test' }, ['bolt']],
    [{ categories: ['ATS'] }, ['deed']],
    [{ integration: 'lever' }, ['crane']],
    [{ endUser: 'ol' }, ['bolt']],
    [{ originId: 'o-2' }, ['bolt']],
    [{ status: 'PAUSED' }, ['crane']],
    [{ sync: 'none' }, ['acme']],
    [{ sync: 'stalled' }, ['bolt']],
    [{ good: '3-7d' }, ['bolt']],
    [{ employees: 40 }, ['bolt']],
    [{ verdict: 'none' }, ['acme', 'crane', 'deed']],
    [{ began: '<1d' }, ['deed']],
    [{ nextRun: 'odd' }, ['crane']],
    [{ nextRun: 'past' }, ['deed']],
    [{ test: 'no', text: 'e' }, ['acme', 'crane', 'deed']]
  ])('%j', (wanted, found) => {
    expect(idsOf(list, wanted)).toEqual(found)
    expect(list.count({ ...noFilters, ...wanted }, now)).toBe(found.length)
  })

  it('ages go on with the minute', () => {
    expect(idsOf(list, { good: '>7d' })).toEqual([])
    expect(idsOf(list, { good: '>7d' }, byAttention, now + 100 * hour)).toEqual(['bolt'])
  })
})

describe('search', () => {
  it('an exact ID leads, then names that begin so, usable ones first', () => {
    const list = listOf({
      s1: { end_user: 'Other Stone' },
      s2: { end_user: 'Stone Works', is_active: false },
      s3: { end_user: 'Stone Age' },
      stone: { end_user: 'Zed' }
    })
    const { found, total } = list.find('stone', 'any')
    expect([found.map(({ id }) => id), total]).toEqual([['stone', 's3', 's2', 's1'], 4])
    expect(list.find('stone', 'whose', 'ATS').total).toBe(0)
    expect(list.find('stone', 'any', null, ['HRIS:s1', 'HRIS:gone']).found.map(({ id }) => id)).toEqual(['s1'])
  })

  it('finds what changed and not what it was, over more rows than one text holds', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_200 }, (_, at) => [`c${at}`, { end_user: `Customer ${at} x` }])
    )
    const list = listOf(many)
    expect(idsOf(list, { text: '1199' })).toEqual(['c1199'])
    put(list, 'c1199', { end_user: 'Renamed' })
    expect([idsOf(list, { text: '1199 x' }), idsOf(list, { text: 'renamed' })]).toEqual([[], ['c1199']])
    list.drop('HRIS:c3')
    put(list, 'fresh', { end_user: 'Fresh' })
    expect([idsOf(list, { text: 'customer 3 x' }).includes('c3'), idsOf(list, { text: 'fresh' })]).toEqual([
      false,
      ['fresh']
    ])
    expect(list.size).toBe(1_200)
  })
})

it('counts each row once by its state', () => {
  const list = listOf({ a: { status: 'RELINK_NEEDED' }, t: { is_test_connector: true }, f: { sync_status: 'Failed' } })
  put(list, 'old', { status: 'ODD' }, 'LMS')
  list.diagnose([{ key: 'HRIS:f', kind: 'incident', since: null, lastGoodSync: { time: null, kind: 'never' } }])
  expect(list.tally()).toEqual({
    total: 4,
    facets: { 'integration bamboohr': 4, relink: 1, test: 1, 'test bamboohr': 1, incident: 1, 'status ODD': 1 },
    perCategory: { HRIS: 3, LMS: 1 },
    undiagnosed: 2
  })
})

it('is the same whatever order changes came in', () => {
  const change = fc.record({
    id: fc.integer({ min: 0, max: 12 }),
    name: fc.constantFrom('Ada', 'Bolt', 'ada', 'Crane Works'),
    slug: fc.constantFrom('bamboohr', 'lever'),
    status: fc.constantFrom('COMPLETE', 'RELINK_NEEDED', 'INCOMPLETE'),
    goes: fc.boolean(),
    asks: fc.boolean()
  })
  const query = fc.record({
    text: fc.constantFrom('', 'a', 'ada', 'lever', 'works c'),
    by: fc.constantFrom('attention' as const, 'end-user' as const, 'credentials' as const),
    descending: fc.boolean()
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), query, (changes, { text, by, descending }) => {
      const [changed, last] = [new HeldList(), new Map<number, (typeof changes)[number]>()]
      for (const one of changes) {
        if (one.goes) changed.drop(`HRIS:c${one.id}`)
        else put(changed, `c${one.id}`, { end_user: one.name, integration_slug: one.slug, status: one.status })
        last.set(one.id, one)
        if (one.asks) idsOf(changed, { text }, { by, descending })
      }
      const fresh = new HeldList()
      for (const one of [...last.values()].filter(({ goes }) => !goes).reverse())
        put(fresh, `c${one.id}`, { end_user: one.name, integration_slug: one.slug, status: one.status })
      expect(idsOf(changed, { text }, { by, descending })).toEqual(idsOf(fresh, { text }, { by, descending }))
      expect(changed.tally()).toEqual(fresh.tally())
      const ids = idsOf(changed, { text }, { by, descending })
      const answer = changed.ask({ filters: { ...noFilters, text }, sort: { by, descending } }, now)
      expect(ids.map((id) => answer.positionOf(`HRIS:${id}`))).toEqual(ids.map((_, at) => at))
    }),
    { numRuns: 400 }
  )
})
