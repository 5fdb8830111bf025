import { afterEach, beforeEach, expect, it } from 'vitest'
import { longestSleep, type Issue } from '../../shared/issues/issue'
import type { StatusPage } from '../../shared/lookups/status-page'
import { madeUpRow } from '../testing/made-up-rows'
import { FakeClock } from '../testing/fakes'
import { promised } from '../base/promised'
import { maskerOf } from '../secrets/testing'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { RefreshKeeper } from './refresh-keeper'

let test: TestHistory
let events: string[]
let prunes: number
let pages: StatusPage[]
let looked: string[]
const clock = new FakeClock(start)
beforeEach(() => {
  test = testHistory()
  events = []
  prunes = 0
  pages = []
  looked = []
  clock.time = start
})
afterEach(() => test.remove())

function keeper(): RefreshKeeper {
  const history = promised(() => ({
    ...test.history,
    prune(of: { now: number }) {
      prunes++
      return test.history.prune(of)
    }
  }))
  return new RefreshKeeper({
    history,
    masker: maskerOf(),
    clock,
    failed: (error) => events.push(`failed: ${String(error)}`),
    changed(_, { ended }) {
      events.push(ended)
      // As a window does on the event.
      clock.time += 2_000
      void test.history.issueList({ place, now: clock.now() })
    },
    statusPages: { list: async () => pages, look: (_, slugs) => void (looked = [...slugs]) },
    opened: (_, issues: Issue[]) => events.push(`new: ${issues.map(({ key }) => key).join()}`)
  })
}

async function refresh(
  keep: RefreshKeeper,
  rows: Record<string, Record<string, unknown>>,
  state: 'done' | 'failed' = 'done'
): Promise<void> {
  const recording = keep.begin(place, clock.now())
  recording.rows(Object.entries(rows).map(([id, change]) => ({ ...madeUpRow(id, start, change), tokenRef: null })))
  const part = {
    category: 'HRIS' as const,
    state,
    pages: 1,
    items: 1,
    emptyPages: 0,
    repeated: 0,
    waits: 0,
    bytes: 1
  }
  await recording.end({ startedAt: clock.now(), finishedAt: clock.now(), categories: [part] })
}
const broken = { sync_status: 'Failed' }

it('reports cases that opened since the walk before, not of all that the first one found', async () => {
  const keep = keeper()
  await refresh(keep, { a: broken, b: {} })
  await expect.poll(() => prunes).toBe(1)
  clock.time += 60_000
  await refresh(keep, { a: broken, b: broken })
  await expect.poll(() => events).toEqual(['complete', 'complete', 'new: HRIS:b'])
  clock.time += 60_000
  await refresh(keep, { a: broken, b: broken })
  await expect.poll(() => events).toHaveLength(4)
  expect(prunes).toBe(1)
  // The second refresh's issue is not reported again.
  expect(events.at(-1)).toBe('complete')
})

it('drops nothing for its age where no category could be walked', async () => {
  const keep = keeper()
  await refresh(keep, { a: broken }, 'failed')
  await expect.poll(() => events).toEqual(['incomplete'])
  await refresh(keep, { a: broken })
  await expect.poll(() => prunes).toBe(1)
  expect(events).toEqual(['incomplete', 'complete'])
})

it('knows after a restart what was there before', async () => {
  await refresh(keeper(), { a: broken, b: {} })
  await expect.poll(() => prunes).toBe(1)
  test.restart()
  clock.time += 60_000
  events = []
  await refresh(keeper(), { a: broken, b: broken })
  await expect.poll(() => events).toEqual(['complete', 'new: HRIS:b'])
})

it('reports each new case once, also where the clock is set back', async () => {
  const keep = keeper()
  await refresh(keep, { a: broken, b: {}, c: {} })
  await expect.poll(() => events).toHaveLength(1)
  clock.time -= 3_600_000
  await refresh(keep, { a: broken, b: broken, c: {} })
  await expect.poll(() => events).toContain('new: HRIS:b')
  clock.time += 60_000
  await refresh(keep, { a: broken, b: broken, c: broken })
  await expect.poll(() => events.filter((one) => one.startsWith('new'))).toEqual(['new: HRIS:b', 'new: HRIS:c'])
})

it('asks the pages of providers with issues, and ends what waited for them, without a window', async () => {
  const keep = keeper()
  await refresh(keep, { a: broken })
  await expect.poll(() => events).toHaveLength(1)
  expect(looked).toEqual(['bamboohr'])
  const change = { snoozedUntil: clock.time + longestSleep, wakes: 'provider' as const }
  test.history.changeIssues({ place, keys: ['HRIS:a'], change, now: clock.time })
  clock.time += 60_000
  const read = { ...{ askedAt: clock.time, readAt: clock.time, problem: null, more: 0 }, incidents: [] }
  pages = [{ integration: 'bamboohr', address: 'https://status.example', state: 'agreed', read }]
  await refresh(keep, { a: broken })
  await expect.poll(() => events).toHaveLength(2)
  const issue = test.history.connector({ place, key: 'HRIS:a', now: clock.time })?.issues[0]
  expect(issue?.events.at(-1)).toMatchObject({ kind: 'woke', detail: 'provider', at: clock.time - 2_000 })
})
