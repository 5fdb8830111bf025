import type { RelinkTimes, Trends } from '../../../shared/trends/trends'
import { FakeClient } from './fake-client'
import { appState } from './made-up'

const hour = 3_600_000
const day = 24 * hour
const week = 7 * day
const at = Date.parse('2026-11-18T12:00:00')
const monday = Date.parse('2026-11-16T00:00:00')

const times = (name: string, change: Partial<RelinkTimes> = {}): RelinkTimes => ({
  ...{ name, relinked: 4, median: 2 * day, p90: 11 * day + hour, open: 1, oldest: at - 5 * day },
  ...change
})

/** Twelve weeks; the second to last is unknown. */
export function madeUpTrends(change: Partial<Trends> = {}): Trends {
  const weeks = Array.from({ length: 12 }, (_, index) => ({
    start: monday - (11 - index) * week,
    end: monday - (10 - index) * week,
    relinks: index === 10 ? null : { opened: index, closed: 11 - index, deleted: index % 2, open: 30 - index }
  }))
  return {
    source: 'computer',
    ...{ at, weeks, since: weeks[0]?.start ?? null, total: times('', { relinked: 9, open: 3 }) },
    integrations: {
      rows: [times('bamboohr', { relinked: 6 }), times('', { relinked: 0, median: null, p90: null, open: 2 })],
      more: 0
    },
    customers: { rows: [times('Harbour Foods'), times('')], more: 1_204 },
    good: {
      ...{ at: at - hour, connectors: 200 },
      ages: [
        { age: 'today', connectors: 171 },
        { age: 'yesterday', connectors: 12 },
        { age: 'week', connectors: 9 },
        { age: 'older', connectors: 7 },
        { age: 'never', connectors: 1 }
      ]
    },
    owners: {
      rows: [
        { owner: '', open: 14, closed: 3, weeks: weeks.map(({ relinks }) => relinks && 0) },
        { owner: 'Ada', open: 5, closed: 21, weeks: weeks.map(({ relinks }) => relinks && 2) }
      ],
      more: 0
    },
    due: null,
    ...change
  }
}

export function trendsClient(trends = madeUpTrends()): FakeClient {
  const client = new FakeClient(appState())
  client.answer('app:keeping', () => ({ keeping: 'yes', reason: null, message: '', setAside: null }))
  client.answer('trends:read', () => trends)
  return client
}
