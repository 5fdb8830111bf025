import { afterEach, expect, it } from 'vitest'
import type { PastFetch } from '../../shared/data/collection'
import { place, testHistory, type TestHistory } from '../testing/history'

let opened: TestHistory | undefined
afterEach(() => opened?.remove())

const setUp = () => (opened = testHistory())
const past = (number: number, change: Partial<PastFetch> = {}): PastFetch => ({
  fetchId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  ...place,
  request: { path: '/api/hris/v1/employees', connectorKey: 'HRIS:c1', params: { expand: 'manager' }, pageSize: 50 },
  connectorName: 'Acme',
  state: 'walking',
  startedAt: number,
  finishedAt: null,
  pages: 0,
  items: 0,
  ...change
})

it('lists a walk that ran when the app ended, and the others as they ended', () => {
  const { history, restart } = setUp()
  const done = past(1, { state: 'done', finishedAt: 9, pages: 3, items: 120 })
  history.rememberFetch(past(1))
  history.rememberFetch(done)
  history.rememberFetch(past(2))
  expect(restart().pastFetches(place)).toEqual([past(2, { state: 'interrupted' }), done])
})

it('keeps the last 50 of each place, and forgets one by one or with the workspace', () => {
  const { history } = setUp()
  const elsewhere = { ...place, region: 'eu' as const }
  history.rememberFetch(past(900, elsewhere))
  for (let number = 1; number <= 60; number++) history.rememberFetch(past(number))
  const kept = history.pastFetches(place)
  expect(kept.map(({ startedAt }) => startedAt)).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at))
  history.forgetFetch({ fetchId: past(60).fetchId })
  expect(history.pastFetches(place)).toHaveLength(49)
  expect(history.pastFetches(elsewhere)).toHaveLength(1)
  history.removeWorkspace({ workspaceId: place.workspaceId })
  expect([...history.pastFetches(place), ...history.pastFetches(elsewhere)]).toEqual([])
})
