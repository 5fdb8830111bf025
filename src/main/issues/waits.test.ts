import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ConnectorRecord } from '../../shared/connectors/connector'
import { place, start, testHistory, type TestHistory } from '../testing/history'

const hour = 3_600_000
let test: TestHistory
beforeEach(() => (test = testHistory()))
afterEach(() => test.remove())

const keys = ['HRIS:a']
const waits = (at: number, status: string, change?: Partial<ConnectorRecord>) => {
  const issue = refreshed(at, status, change)
  return issue && (issue.waits ?? [])
}
/** Refreshes with one connector. @returns its issue */
function refreshed(at: number, status: string, change: Partial<ConnectorRecord> = {}) {
  const record = {
    ...{ id: 'a', status, category: 'HRIS', is_active: true, sync_status: 'Done' },
    ...{ integration_slug: 'bamboohr', end_user: 'Acme', origin_id: 'acme', is_test_connector: false },
    ...{ last_sync_start_time: new Date(at - hour).toISOString(), ...change }
  }
  test.refresh([{ key: 'HRIS:a', category: 'HRIS', record }], at)
  const { groups } = test.history.issueList({ place, now: at })
  const [issue] = groups.flatMap(({ integrations }) => integrations).flatMap(({ issues }) => issues)
  return issue
}
const ask = (now: number) => test.history.changeIssues({ place, keys, now, change: { requested: 'copied' } })
const takeBack = (now: number, unrequested: number) =>
  test.history.changeIssues({ place, keys, now, change: { unrequested } })

it('an issue waits for its customer from the first request on that stands, until none does', () => {
  expect(waits(start, 'RELINK_NEEDED')).toEqual([])
  ask(start + hour)
  ask(start + 2 * hour)
  expect(waits(start + 3 * hour, 'RELINK_NEEDED')).toEqual([{ from: start + hour, to: null }])
  takeBack(start + 4 * hour, start + 2 * hour)
  expect(waits(start + 5 * hour, 'RELINK_NEEDED')).toEqual([{ from: start + hour, to: null }])
  takeBack(start + 6 * hour, start + hour)
  expect(waits(start + 7 * hour, 'RELINK_NEEDED')).toEqual([{ from: start + hour, to: start + 6 * hour }])
  ask(start + 8 * hour)
  expect(waits(start + 9 * hour, 'RELINK_NEEDED')).toEqual([
    { from: start + hour, to: start + 6 * hour },
    { from: start + 8 * hour, to: null }
  ])
})

it('who connected waits for nothing more, whatever is wrong next', () => {
  waits(start, 'RELINK_NEEDED')
  ask(start + hour)
  // Connected: another diagnosis replaces it at once, and the request of then says nothing about the next relink.
  expect(waits(start + 2 * hour, 'COMPLETE', { sync_status: 'Failed' })).toEqual([])
  expect(waits(start + 3 * hour, 'RELINK_NEEDED')).toEqual([])
  expect(waits(start + 4 * hour, 'COMPLETE')).toBeUndefined()
  expect(waits(start + 5 * hour, 'RELINK_NEEDED')).toEqual([])
  ask(start + 6 * hour)
  expect(waits(start + 7 * hour, 'RELINK_NEEDED')).toEqual([{ from: start + 6 * hour, to: null }])
})

it('who connected was asked for nothing that is wrong now, and the next relink is asked for anew', () => {
  const asked = () => test.history.relinks({ place, since: start }).find(({ recoveredAt }) => recoveredAt === null)
  refreshed(start, 'RELINK_NEEDED')
  ask(start + hour)
  expect(refreshed(start + 2 * hour, 'COMPLETE', { sync_status: 'Failed' })).toMatchObject({
    ...{ cause: 'failed', requestedAt: null }
  })
  expect(refreshed(start + 3 * hour, 'RELINK_NEEDED')).toMatchObject({ cause: 'relink', requestedAt: null })
  expect(asked()?.requests).toEqual([])
  ask(start + 4 * hour)
  ask(start + 5 * hour)
  takeBack(start + 6 * hour, start + 5 * hour)
  expect(refreshed(start + 7 * hour, 'RELINK_NEEDED')).toMatchObject({ requestedAt: start + 4 * hour })
  expect(asked()?.requests.map(({ at }) => at)).toEqual([start + 4 * hour])
  takeBack(start + 8 * hour, start + 4 * hour)
  expect(refreshed(start + 9 * hour, 'RELINK_NEEDED')).toMatchObject({ requestedAt: null })
})
