import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from './data/draft'
import { START, stopped } from './testing'
import type { PracticeConnector } from './connector'

const copy = (all: readonly PracticeConnector[]) => structuredClone(all) as PracticeConnector[]
const at = (time: string | null | undefined) => Date.parse(time ?? '')
const world = (options = {}) => stopped({ connectors: 1204, ...options })

describe('time', () => {
  it('that does not move changes nothing', async () => {
    const { service } = await world()
    const before = copy(service.connectors)
    expect(service.connectors).toEqual(before)
  })

  it('leads to the same result, however often a test looks', async () => {
    const [often, once] = [await world(), await world()]
    for (let minutes = 0; minutes <= 20 * 60; minutes += 7) {
      often.clock.at = START + minutes * MINUTE
      expect(often.service.connectors).toHaveLength(1204)
    }
    once.clock.at = often.clock.at
    expect(often.service.connectors).toEqual(once.service.connectors)
  })

  it.each([5 * MINUTE, HOUR, 7 * HOUR, 3 * DAY, 40 * DAY])('keeps records coherent after %i ms', async (passed) => {
    const { clock, service } = await world()
    const before = new Map(copy(service.connectors).map((one) => [one.id, one]))
    clock.at += passed
    for (const one of service.connectors) {
      const was = before.get(one.id)
      const hangs = was?.sync_status === 'Syncing' && at(was.last_sync_start_time) < START - 5 * HOUR
      const still = hangs || one.status !== 'COMPLETE' || stallsAt(was)
      if (still) expect(one).toEqual(was)
      if (one.sync_status === 'Syncing') expect(one.sync_progress ?? 0).toBeLessThanOrEqual(100)
      else expect(one.sync_progress ?? null).toBeNull()
      if (one.last_sync_start_time) expect(at(one.last_sync_start_time)).toBeLessThanOrEqual(clock.at)
      const planned = !still && (one.next_sync_start_time !== null || one.sync_status !== 'Syncing')
      if (planned) expect(at(one.next_sync_start_time)).toBeGreaterThan(clock.at)
      if (one.total_employees !== was?.total_employees) expect(was?.total_employees).toBeNull()
      expect([one.id, one.connector_token, one.status, one.created_at]).toEqual([
        was?.id,
        was?.connector_token,
        was?.status,
        was?.created_at
      ])
    }
  })

  it('keeps stalls stalled, hanging runs hanging and broken links broken', async () => {
    const { clock, service } = await world()
    const odd = (one: PracticeConnector) =>
      one.status !== 'COMPLETE' ||
      (one.is_active && one.sync_status === 'Done' && !(at(one.next_sync_start_time) > START)) ||
      (one.sync_status === 'Syncing' && at(one.last_sync_start_time) < START - 5 * HOUR)
    const before = copy(service.connectors.filter(odd))
    expect(before.length).toBeGreaterThan(60)
    clock.at += 2 * DAY
    const ids = new Set(before.map((one) => one.id))
    expect(service.connectors.filter((one) => ids.has(one.id))).toEqual(before)
  })

  it('ends the runs under way: first runs fill in what was null', async () => {
    const { clock, service } = await world()
    const first = service.connectors.filter((one) => one.sync_status === 'Syncing' && one.total_employees === null)
    const running = service.connectors.filter(
      (one) => one.sync_status === 'Syncing' && at(one.last_sync_start_time) > START - HOUR
    )
    expect(first.length).toBeGreaterThan(0)
    const progress = running.map((one) => one.sync_progress ?? 0)
    clock.at += MINUTE
    const later = service.connectors.filter((one) => running.includes(one)).map((one) => one.sync_progress ?? 100)
    expect(later.every((value, n) => value >= (progress[n] ?? 0))).toBe(true)
    expect(later.some((value, n) => value > (progress[n] ?? 0))).toBe(true)
    clock.at += 45 * MINUTE
    expect(service.connectors.filter((one) => running.includes(one) && one.sync_status === 'Syncing')).toEqual([])
    for (const one of first) {
      expect(one).toMatchObject({ sync_status: 'Done', sync_progress: null })
      expect(one.active_employees).toBeLessThanOrEqual(one.total_employees ?? 0)
      expect(one.avg_sync_duration).toMatch(/^\d+ min \d+ sec$/)
    }
  })

  it('lets some runs fail and some failed ones recover, and stays mostly healthy', async () => {
    const { clock, service } = await world()
    const failed = () => new Set(service.connectors.filter(failing).map((one) => one.id))
    const before = failed()
    clock.at += 2 * DAY
    const after = failed()
    expect([...after].filter((id) => !before.has(id)).length).toBeGreaterThan(10)
    expect([...before].filter((id) => !after.has(id)).length).toBeGreaterThan(10)
    expect(after.size).toBeLessThan(100)
  })

  it('leaves a connector alone once a test has written it', async () => {
    const { clock, service } = await world()
    const [target, renamed] = service.connectors.filter(isHealthy)
    if (!target || !renamed) throw new Error('no connector')
    target.next_sync_start_time = new Date(START - HOUR).toISOString()
    renamed.end_user = 'Renamed by a test'
    const [kept, moved] = copy([target, renamed])
    clock.at += 2 * DAY
    expect(service.connectors).toContainEqual(kept)
    expect(at(renamed.last_sync_start_time)).toBeGreaterThan(at(moved?.last_sync_start_time))
  })

  it('passes over 100,000 connectors', { timeout: 60_000 }, async () => {
    const { clock, service } = await stopped({ connectors: 100_000 })
    for (let n = 0; n < 200; n++) {
      clock.at += 1000
      expect(service.connectors).toHaveLength(100_000)
    }
  })
})

/** No next sync is planned, or it is overdue. */
function stallsAt(was: PracticeConnector | undefined): boolean {
  return was?.sync_status !== 'Syncing' && !(at(was?.next_sync_start_time) > START)
}

function isHealthy(one: PracticeConnector): boolean {
  return one.is_active && one.sync_status === 'Done' && at(one.next_sync_start_time) > START
}

function failing(one: PracticeConnector): boolean {
  return one.status === 'COMPLETE' && one.is_active && one.sync_status === 'Failed' && !one.is_test_connector
}
