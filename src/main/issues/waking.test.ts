import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectorRecord } from '../../shared/connectors/connector'
import { longestSleep, type WakeWhen } from '../../shared/issues/issue'
import { atOnce } from '../base/steps'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { waitFor } from './waking'

const hour = 3_600_000
let test: TestHistory
beforeEach(() => (test = testHistory()))
afterEach(() => test.remove())

const key = 'HRIS:a'
const time = (at: number) => new Date(at).toISOString()

function row(id: string, change: Partial<ConnectorRecord> = {}) {
  const record: ConnectorRecord = {
    ...{ id, status: 'COMPLETE', category: 'HRIS', is_active: true, sync_status: 'Done' },
    ...{ integration_slug: 'bamboohr', end_user: id, origin_id: id, is_test_connector: false },
    ...{ last_sync_start_time: time(start - hour), completed_at: time(start - 900 * hour), ...change }
  }
  return { key: `HRIS:${id}`, category: 'HRIS' as const, record }
}
const failed = (at: number) => ({ sync_status: 'Failed', last_sync_start_time: time(at) })
const relink = { status: 'RELINK_NEEDED', relink_needed_at: time(start - 2 * hour) }

function refresh(at: number, ...rows: ReturnType<typeof row>[]) {
  test.refresh(rows, at)
  return atOnce(test.history.newIssues({ place, since: { issue: 0 }, now: at }))
}
const snooze = (wakes: WakeWhen, at: number, snoozedUntil = at + 400 * longestSleep) =>
  test.history.changeIssues({ place, keys: [key], change: { snoozedUntil, wakes }, now: at })
const list = (now: number, calm?: { integration: string; readAt: number }[]) =>
  test.history.issueList({ place, now, ...(calm && { calm }) })
const asleep = (now: number) => list(now).snoozed.map((one) => [one.key, one.wakes, one.snoozedUntil])
const history = (now: number) =>
  test.history.connector({ place, key, now })?.issues.flatMap(({ events }) => events.map((one) => [one.kind, one.detail, one.at])) // prettier-ignore
const woke = (now: number) => history(now)?.filter(([kind]) => kind === 'woke')

describe('until it fails again', () => {
  it('sleeps for 30 days at most, over a restart, and wakes once at a newer failed sync', () => {
    refresh(start, row('a', failed(start - hour)))
    snooze('fails', start)
    expect(asleep(start)).toEqual([[key, 'fails', start + longestSleep]])
    refresh(start + hour, row('a', failed(start - hour)))
    test.restart()
    refresh(start + 2 * hour, row('a', failed(start - hour)))
    expect(asleep(start + 2 * hour)).toHaveLength(1)
    refresh(start + 3 * hour, row('a', failed(start + hour)))
    expect(asleep(start + 3 * hour)).toEqual([])
    refresh(start + 4 * hour, row('a', failed(start + 2 * hour)))
    expect(woke(start + 4 * hour)).toEqual([['woke', 'fails', start + 3 * hour]])
  })

  it('wakes when credentials are rejected, though another issue takes its place', () => {
    refresh(start, row('a', failed(start - hour)))
    snooze('fails', start)
    refresh(start + hour, row('a', { ...failed(start - hour), ...relink, relink_needed_at: time(start + 1) }))
    expect(woke(start + hour)).toEqual([['woke', 'fails', start + hour]])
  })

  it('wakes after its longest time, and says so', () => {
    refresh(start, row('a', failed(start - hour)))
    snooze('fails', start)
    const end = start + longestSleep
    refresh(end, row('a', failed(start - hour)))
    expect(woke(end)).toEqual([['woke', 'longest', end]])
    expect(list(end).counts.snoozed).toBe(0)
  })
})

it('until ten more fail: ten others of its integration, not those that only changed their diagnosis', () => {
  const others = Array.from({ length: 12 }, (_, at) => `o${at}`)
  const rows = (count: number, at: number) => [
    row('a', failed(start - hour)),
    row('b', failed(start - hour)),
    ...others.map((id, index) => row(id, index < count ? failed(at) : {})),
    ...Array.from({ length: 70 }, (_, at) => row(`good${at}`)),
    row('x', { ...failed(at), integration_slug: 'personio' })
  ]
  refresh(start, ...rows(0, start))
  snooze('ten-more', start)
  const later = start + 2 * hour
  refresh(later, ...rows(9, later))
  expect(asleep(later)).toHaveLength(1)
  refresh(later + hour, ...rows(9, later).map((one) => (one.key === 'HRIS:b' ? row('b', relink) : one)))
  expect(asleep(later + hour)).toHaveLength(1)
  refresh(later + 2 * hour, ...rows(10, later))
  expect(asleep(later + 2 * hour)).toEqual([])
  expect(woke(later + 2 * hour)).toEqual([['woke', 'ten-more', later + 2 * hour]])
})

it('until the provider’s incident is resolved: a page that was read since shows none open', () => {
  refresh(start, row('a', failed(start - hour)))
  snooze('provider', start)
  const calm = (integration: string, readAt: number) => list(start + hour, [{ integration, readAt }]).counts.snoozed
  expect(calm('bamboohr', start)).toBe(1)
  expect(calm('personio', start + hour)).toBe(1)
  expect(calm('bamboohr', start + 1)).toBe(0)
  expect(woke(start + hour)).toEqual([['woke', 'provider', start + hour]])
})

describe('until the customer connects', () => {
  it('says so in the history of the issue that closes by it', () => {
    refresh(start, row('a', relink))
    snooze('connects', start)
    refresh(start + hour, row('a', relink))
    expect(asleep(start + hour)).toHaveLength(1)
    refresh(start + 2 * hour, row('a', { completed_at: time(start + hour) }))
    expect(history(start + 2 * hour)?.slice(-2)).toEqual([
      ['woke', 'connects', start + 2 * hour],
      ['recovered', null, start + 2 * hour]
    ])
  })

  it('also wakes if the new credentials were rejected before the next refresh', () => {
    refresh(start, row('a', relink))
    snooze('connects', start)
    refresh(start + hour, row('a', { ...relink, completed_at: time(start + hour / 2) }))
    expect(woke(start + hour)).toEqual([['woke', 'connects', start + hour]])
  })

  it('is refused for who has connected', () => {
    refresh(start, row('a', failed(start - hour)))
    expect(() => snooze('connects', start)).toThrow('has connected meanwhile')
    expect(asleep(start)).toEqual([])
  })
})

it('that Undo gives back compares with what was known when it began', () => {
  refresh(start, row('a', failed(start - hour)))
  snooze('fails', start)
  const [[, , until] = []] = asleep(start)
  test.history.changeIssues({ place, keys: [key], change: { snoozedUntil: null }, now: start + hour })
  refresh(start + 2 * hour, row('a', failed(start + hour)))
  snooze('fails', start + 2 * hour, Number(until))
  refresh(start + 3 * hour, row('a', failed(start + hour)))
  expect(woke(start + 3 * hour)).toEqual([['woke', 'fails', start + 3 * hour]])
})

it('of a connector that no refresh has brought lasts no longer than others that wait', () => {
  const change = { snoozedUntil: start + 400 * longestSleep, wakes: 'fails' as const }
  expect(waitFor(change, undefined, 1, start)).toMatchObject({ change: { snoozedUntil: start + longestSleep } })
})

it('a time, another condition and the end of the snooze replace what it waited for', () => {
  refresh(start, row('a', failed(start - hour)))
  snooze('fails', start, start + 5 * hour)
  expect(asleep(start)).toEqual([[key, 'fails', start + 5 * hour]])
  snooze('ten-more', start, start + 5 * hour)
  expect(asleep(start)).toEqual([[key, 'ten-more', start + 5 * hour]])
  const change = (snoozedUntil: number | null) =>
    test.history.changeIssues({ place, keys: [key], change: { snoozedUntil }, now: start })
  change(start + 5 * hour)
  expect(asleep(start)).toEqual([[key, undefined, start + 5 * hour]])
  snooze('fails', start)
  change(null)
  refresh(start + hour, row('a', failed(start)))
  expect(woke(start + hour)).toEqual([])
  expect(history(start)?.filter(([kind]) => kind === 'snoozed').map(([, detail]) => detail)).toEqual(['fails', 'ten-more', String(start + 5 * hour), 'fails']) // prettier-ignore
})
