import { describe, expect, it } from 'vitest'
import { findIncidents } from './possible-outages'
import { lookAround } from './around'
import { judge } from './judge'
import { day, hour, minute } from './limits'
import { ago, now, subject } from './testing'

const broken = (at: number, change = {}) =>
  subject({ status: 'RELINK_NEEDED', relink_needed_at: ago(at), integration_slug: 'workday', ...change })
const fine = (count: number, change = {}) =>
  Array.from({ length: count }, () => subject({ integration_slug: 'workday', ...change }))
/** Breaks so long ago, evenly over `within` ms. */
const spread = (count: number, within: number, change = {}) =>
  Array.from({ length: count }, (_, at) => broken(5 * hour - (at * within) / (count - 1), change))

describe('findIncidents', () => {
  it.each([
    ['5 of 25, within 40 min', spread(5, 40 * minute), 20, 1],
    ['4 of 5: too few', spread(4, 40 * minute), 1, 0],
    ['5 of 26: less than a fifth', spread(5, 40 * minute), 21, 0],
    ['6 of 30: a fifth', spread(6, 40 * minute), 24, 1],
    ['within exactly an hour', spread(5, hour), 0, 1],
    ['within an hour and a millisecond', spread(5, hour + 1), 0, 0],
    ['test connectors', spread(9, 40 * minute, { is_test_connector: true }), 0, 0],
    ['test connectors do not thin it out', [...spread(5, hour), ...fine(9, { is_test_connector: true })], 20, 1],
    ['failed runs of connectors that are off', fine(9, { sync_status: 'Failed', is_active: false }), 0, 0],
    ['the same of connectors that are on', fine(9, { sync_status: 'Failed' }), 0, 1],
    ['without an integration', spread(5, minute, { integration_slug: '' }), 0, 0]
  ])('%s', (_, members, others, incidents) => {
    expect(findIncidents([...members, ...fine(others)])).toHaveLength(incidents)
  })

  it('lists its connectors and their times in the order they broke', () => {
    const members = spread(7, 40 * minute)
    const [incident] = findIncidents([...fine(24), ...members.toReversed()])
    expect(incident).toMatchObject({ integrationSlug: 'workday', total: 31, keys: members.map(({ key }) => key) })
    expect(incident?.times[0]).toBe(now - 5 * hour)
  })

  it('leaves out those that broke at another time, and joins windows that overlap', () => {
    const alone = broken(30 * day)
    const chain = Array.from({ length: 9 }, (_, at) => broken(10 * hour - at * 14 * minute))
    const incidents = findIncidents([alone, ...chain])
    expect(incidents).toHaveLength(1)
    expect(incidents[0]?.keys).toHaveLength(9)
  })

  it('separates two incidents of one integration', () => {
    const second = Array.from({ length: 5 }, (_, at) => broken(2 * day + at * minute))
    expect(findIncidents([...spread(5, minute), ...second])).toHaveLength(2)
  })

  it('counts failed runs by the first one of the streak', () => {
    const failing = (since: number | null) =>
      subject(
        { integration_slug: 'deel', sync_status: 'Failed', last_sync_start_time: ago(20 * minute) },
        { failedStart: since }
      )
    const together = Array.from({ length: 5 }, () => failing(null))
    const forLong = Array.from({ length: 5 }, (_, at) => failing(now - (at + 1) * 5 * day))
    expect(findIncidents(together)).toHaveLength(1)
    expect(findIncidents(forLong)).toHaveLength(0)
  })

  it('does not take the first walk for the time they broke', () => {
    const unknown = Array.from({ length: 8 }, () => broken(0, { relink_needed_at: null }))
    expect(findIncidents(unknown)).toHaveLength(0)
    const seen = unknown.map((one) => ({ ...one, memory: { ...one.memory, relinkTurnedAt: now } }))
    expect(findIncidents(seen)).toHaveLength(1)
  })

  it('comes before every other cause, and ends when too few are left', () => {
    const members = spread(5, 40 * minute)
    const around = lookAround([...members, ...fine(3)], now)
    expect(members.map((one) => judge(one, around).kind)).toEqual(Array(5).fill('incident'))
    const fewer = lookAround([...members.slice(1), ...fine(4)], now)
    expect(members.slice(1).map((one) => judge(one, fewer).kind)).toEqual(Array(4).fill('relink'))
  })
})
