import { describe, expect, it } from 'vitest'
import type { PracticeConnector } from '../connector'
import { createConnectors } from './connectors'
import { DAY, HOUR, MINUTE } from './draft'

const NOW = Date.UTC(2026, 2, 3, 9, 30)
const data = (count = 1204, seed = 1, region: 'default' | 'eu' = 'default', now = NOW) =>
  createConnectors({ count, seed, region, now })

const all = data()
const real = all.filter((one) => !one.is_test_connector)
const at = (time: string | null | undefined) => Date.parse(time ?? '')
const countOf = (keep: (one: PracticeConnector) => boolean, among = all) => among.filter(keep).length

describe('determinism', () => {
  it('gives the same for the same seed, region, count and clock', () => {
    expect(data()).toEqual(all)
  })

  it.each([
    ['seed', data(1204, 2)],
    ['region', data(1204, 1, 'eu')]
  ])('shares no id, token or origin id with another %s', (_name, other) => {
    for (const field of ['id', 'connector_token', 'end_user'] as const) {
      const mine = new Set(all.map((one) => one[field]))
      expect(countOf((one) => mine.has(one[field]), other)).toBeLessThan(field === 'end_user' ? 120 : 1)
    }
  })

  it('moves every time with the clock', () => {
    const later = data(1204, 1, 'default', NOW + DAY)
    expect(later.map((one) => at(one.created_at) - DAY)).toEqual(all.map((one) => at(one.created_at)))
  })
})

describe('records (spec: Connector)', () => {
  it('have ids, tokens and required fields as the contract says', () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    for (const one of all) {
      expect(one.id).toMatch(uuid)
      expect(one.connector_token).toMatch(/^ct_[0-9A-Za-z]{40}$/)
      expect(one.origin_id ?? 'abc-0001').toMatch(/^[a-z]{3}-\d{4,}(-test)?$/)
      expect(Object.keys(one).slice(0, 15)).toEqual(REQUIRED)
    }
    expect(new Set(all.map((one) => one.id)).size).toBe(1204)
    expect(new Set(all.map((one) => one.connector_token)).size).toBe(1204)
  })

  it('have every state, every sync state and every nullable field null and not null', () => {
    const values = (field: keyof PracticeConnector) => new Set(all.map((one) => one[field]))
    expect(values('status')).toEqual(new Set(['COMPLETE', 'INCOMPLETE', 'RELINK_NEEDED']))
    expect(values('sync_status')).toEqual(new Set(['Syncing', 'Done', 'Failed', null]))
    expect(values('category')).toEqual(new Set(['HRIS', 'ATS', 'LMS']))
    for (const field of NULLABLE) {
      expect(
        countOf((one) => one[field] === null),
        field
      ).toBeGreaterThan(0)
      expect(
        countOf((one) => one[field] !== null && one[field] !== undefined),
        field
      ).toBeGreaterThan(0)
    }
  })

  it('leave out, rather than null, optional fields: many of ATS and LMS, few of HRIS', () => {
    const bare = (category: string) =>
      countOf((one) => one.category === category && !OPTIONAL.some((field) => field in one))
    const total = (category: string) => countOf((one) => one.category === category)
    expect(bare('ATS') / total('ATS')).toBeGreaterThan(0.3)
    expect(bare('LMS')).toBeGreaterThan(0)
    expect(bare('HRIS')).toBeGreaterThan(0)
    expect(bare('HRIS') / total('HRIS')).toBeLessThan(0.06)
    expect(countOf((one) => one.category !== 'HRIS' && 'total_employees' in one)).toBe(0)
  })

  it('are plausible in themselves', () => {
    const many = Array.from({ length: 10 }, (_, seed) => data(1204, seed)).flat()
    for (const one of many) {
      if (one.relink_needed_at) expect(at(one.relink_needed_at)).toBeGreaterThan(at(one.completed_at))
      expect(at(one.created_at)).toBeLessThan(NOW)
      if (one.completed_at) expect(at(one.completed_at)).toBeGreaterThan(at(one.created_at))
      if (one.last_sync_start_time) expect(at(one.last_sync_start_time)).toBeGreaterThan(at(one.completed_at))
      if (one.status === 'INCOMPLETE') expect([one.completed_at, one.sync_status]).toEqual([null, null])
      if (typeof one.sync_progress === 'number') expect(one.sync_status).toBe('Syncing')
      if (typeof one.active_employees === 'number') {
        expect(one.active_employees).toBeLessThanOrEqual(one.total_employees ?? 0)
      }
      if (one.avg_sync_duration) expect(one.avg_sync_duration).toMatch(/^\d+ min \d+ sec$/)
    }
  })

  it('come newest first', () => {
    const created = all.map((one) => one.created_at)
    expect(created).toEqual(created.toSorted().reverse())
  })
})

describe('what an operator meets among 1,204', () => {
  it('is mostly healthy, in three categories', () => {
    const done = (one: PracticeConnector) =>
      one.status === 'COMPLETE' && one.sync_status === 'Done' && at(one.next_sync_start_time) > NOW && one.is_active
    expect(countOf(done)).toBeGreaterThan(1000)
    expect(countOf((one) => one.category === 'HRIS')).toBeGreaterThan(750)
    expect(countOf((one) => one.category === 'ATS')).toBeGreaterThan(200)
    expect(countOf((one) => one.category === 'LMS')).toBeGreaterThan(20)
  })

  it('has 45 to relink, of every age', () => {
    const broken = real.filter((one) => one.status === 'RELINK_NEEDED')
    expect(broken).toHaveLength(45)
    const age = (from: number, to: number) =>
      countOf((one) => NOW - at(one.relink_needed_at) >= from && NOW - at(one.relink_needed_at) < to, broken)
    const ages = [age(0, DAY), age(DAY, 3 * DAY), age(3 * DAY, 7 * DAY), age(7 * DAY, 90 * DAY)]
    expect(ages).toEqual([7 + 10, 10, 9, 9])
  })

  it('has one provider incident: seven Workday connectors within 40 minutes, more than a fifth of Workday', () => {
    const workday = all.filter((one) => one.integration_slug === 'workday')
    const broken = workday.filter((one) => one.status === 'RELINK_NEEDED')
    const times = broken.map((one) => at(one.relink_needed_at))
    expect(broken).toHaveLength(7)
    expect(broken.length / workday.length).toBeGreaterThanOrEqual(0.2)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(40 * MINUTE)
    expect(NOW - Math.max(...times)).toBeLessThan(6 * HOUR)
  })

  it('has 40 failed runs, 11 stalls, 9 links never finished, 46 test connectors', () => {
    const failed = (one: PracticeConnector) => one.status === 'COMPLETE' && one.sync_status === 'Failed'
    const quiet = (one: PracticeConnector) =>
      one.is_active && one.sync_status === 'Done' && NOW - at(one.last_sync_start_time) > 26 * HOUR
    const stalled = (one: PracticeConnector) => quiet(one) && one.status === 'COMPLETE'
    expect(countOf(failed, real)).toBe(40)
    expect(countOf(stalled, real)).toBe(11)
    expect(countOf((one) => stalled(one) && one.next_sync_start_time === null)).toBeGreaterThan(0)
    expect(countOf((one) => one.status === 'INCOMPLETE' && NOW - at(one.created_at) >= 2 * DAY)).toBe(9)
    expect(countOf((one) => one.status === 'INCOMPLETE' && NOW - at(one.created_at) < HOUR)).toBeGreaterThan(0)
    expect(countOf((one) => one.is_test_connector)).toBe(46)
    expect(countOf((one) => one.is_test_connector && one.sync_status === 'Failed')).toBeGreaterThan(0)
  })

  it('has contradictory records of each kind', () => {
    expect(countOf((one) => one.status === 'COMPLETE' && one.relink_needed_at !== null)).toBe(3)
    expect(countOf((one) => !one.is_active && one.next_sync_start_time !== null)).toBe(3)
    const forever = (one: PracticeConnector) =>
      one.sync_status === 'Syncing' && NOW - at(one.last_sync_start_time) > 8 * HOUR
    expect(countOf(forever)).toBe(2)
    const seen = new Map<string, number>()
    for (const one of all.filter((item) => item.origin_id !== null)) {
      const key = `${one.origin_id} ${one.integration_slug} ${one.category}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    expect([...seen.values()].filter((times) => times > 1)).toEqual([2, 2, 2])
  })

  it('has runs under way, first runs among them', () => {
    const running = all.filter((one) => one.sync_status === 'Syncing' && typeof one.sync_progress === 'number')
    expect(running.length).toBeGreaterThan(20)
    expect(countOf((one) => one.total_employees === null && one.avg_sync_duration === null, running)).toBeGreaterThan(0)
  })

  it('has end users in several categories under one origin id', () => {
    const users = new Map<string, Set<string>>()
    for (const one of real.filter((item) => item.origin_id !== null)) {
      users.set(one.origin_id ?? '', (users.get(one.origin_id ?? '') ?? new Set()).add(one.category))
    }
    expect([...users.values()].filter((categories) => categories.size > 1).length).toBeGreaterThan(100)
    expect([...users.values()].some((categories) => categories.size === 3)).toBe(true)
  })
})

describe('other sizes', () => {
  it.each([0, 1, 2, 7, 40, 100, 5000])('makes exactly %i', (count) => {
    expect(data(count)).toHaveLength(count)
  })

  it('shows every state from 40 on', () => {
    for (let seed = 1; seed <= 20; seed++) {
      expect(new Set(data(40, seed).map((one) => one.status)).size).toBe(3)
      expect(new Set(data(40, seed).map((one) => one.sync_status)).size).toBe(4)
    }
  })

  it('makes 100,000 distinct ones', { timeout: 60_000 }, () => {
    const many = data(100_000)
    expect(new Set(many.map((one) => one.id)).size).toBe(100_000)
    expect(countOf((one) => one.status === 'RELINK_NEEDED', many)).toBeGreaterThan(3000)
  })
})

const REQUIRED = [
  ...['id', 'is_active', 'status', 'integration_slug', 'end_user', 'origin_id', 'sync_status'],
  ...['last_sync_start_time', 'next_sync_start_time', 'connector_token', 'category', 'relink_needed_at'],
  ...['is_test_connector', 'completed_at', 'created_at']
]
const OPTIONAL = ['sync_progress', 'total_employees', 'active_employees', 'avg_sync_duration'] as const
const NULLABLE = [
  ...(['origin_id', 'sync_status', 'last_sync_start_time', 'next_sync_start_time', 'relink_needed_at'] as const),
  ...(['completed_at', ...OPTIONAL] as const)
]
