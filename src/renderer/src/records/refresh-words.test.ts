import { expect, test } from 'vitest'
import { statusWords, describeRefresh } from './refresh-words'
import { ended, progress } from '../testing/made-up'
import { RefreshRun } from './refresh-run.svelte'

const wait = (until: number) => ({
  state: 'waiting' as const,
  wait: { until, reason: 'rate-limit' as const, source: 'retry-after' as const, status: 429 }
})

function summary(refreshRun: RefreshRun | null, now: number) {
  const { mark, lead, facts } = describeRefresh(refreshRun, 'ready', [], now)
  return [mark, lead.join(' ').trim(), ...facts]
}

test('the words of a walk from its first page to its end', () => {
  const refreshRun = new RefreshRun(0)
  expect(summary(refreshRun, 0)).toEqual(['walking', 'Refreshing HRIS, ATS, LMS', 'requesting the first pages'])

  refreshRun.report(progress({ HRIS: { pages: 1, items: 200 } }), 1000)
  refreshRun.report(progress({ HRIS: { pages: 2, items: 400 }, ATS: { pages: 1, items: 12, state: 'done' } }), 2000)
  expect(summary(refreshRun, 2000)).toEqual(['walking', 'Refreshing HRIS, LMS', '3 pages', '412 connectors', '212/s'])

  refreshRun.report(
    progress({
      HRIS: { pages: 4, items: 788, waits: 1, ...wait(15_900) },
      ATS: { state: 'done' },
      LMS: { state: 'done' }
    }),
    4000
  )
  expect(summary(refreshRun, 4000)).toEqual([
    'waiting',
    'Waiting 12 s (rate limit)',
    'HRIS page 5',
    '788 connectors loaded'
  ])
  expect(summary(refreshRun, 5000)[1]).toBe('Waiting 11 s (rate limit)')

  refreshRun.report(ended(10_000, { HRIS: { pages: 6, items: 1204 } }), 10_000)
  expect(summary(refreshRun, 24_000)).toEqual(['done', 'Refreshed 14 s ago', '8 pages', '1,204 connectors'])
})

test('while others go on, a waiting category is a remark, not a stop', () => {
  const refreshRun = new RefreshRun(0)
  refreshRun.report(progress({ HRIS: { pages: 1, items: 200, waits: 1, ...wait(12_000) } }), 0)
  expect(refreshRun.wait).toBeNull()
  expect(summary(refreshRun, 0)).toContain('HRIS waits 12 s')
})

test('of several waits the one that ends first counts', () => {
  const refreshRun = new RefreshRun(0)
  refreshRun.report(progress({ HRIS: wait(9000), ATS: wait(3000), LMS: wait(5000) }), 0)
  expect(refreshRun.wait).toMatchObject({ category: 'ATS', page: 1, until: 3000 })
})

test.each([
  [{ HRIS: { state: 'failed' as const } }, 'failed', 'HRIS incomplete 4 s ago'],
  [{ LMS: { state: 'cancelled' as const } }, 'cancelled', 'Refresh cancelled 4 s ago']
])('an end with %o', (parts, state, words) => {
  const refreshRun = new RefreshRun(0)
  refreshRun.report(ended(1000, parts), 1000)
  expect(refreshRun.state).toBe(state)
  expect(summary(refreshRun, 5000)[1]).toBe(words)
})

test('without a token or a keychain it says that no requests are sent', () => {
  expect(describeRefresh(null, 'keychain-locked', [], 0)).toMatchObject({
    mark: 'locked',
    facts: ['no requests are sent']
  })
  expect(describeRefresh(null, 'no-token', [], 0)).toMatchObject({ lead: ['', 'No token', ''] })
})

test('silence shows in place of a rate that no longer holds, where it holds up everything', () => {
  const refreshRun = new RefreshRun(0)
  const silent = (since: number) => ({ quiet: { what: 'answer' as const, since } })
  refreshRun.report(progress({ HRIS: silent(2_000), ATS: silent(1_000), LMS: silent(3_000) }), 9_000)
  expect(summary(refreshRun, 9_000)).toEqual(['waiting', 'No answer for 8 s', 'ATS page 1'])

  refreshRun.report(
    progress({ HRIS: { pages: 2, items: 400, ...silent(2_000) }, ATS: { pages: 1, items: 20 } }),
    11_000
  )
  expect(summary(refreshRun, 11_000)).toContain('HRIS: no answer for 9 s')
  expect(summary(refreshRun, 11_000)).toContain('Refreshing HRIS, ATS, LMS')

  refreshRun.report(progress({ HRIS: { ...wait(20_000) }, ATS: silent(4_000), LMS: { state: 'done' } }), 12_000)
  expect(summary(refreshRun, 12_000)[1]).toBe('No answer for 8 s')
  refreshRun.cancel()
  expect(summary(refreshRun, 12_000)[1]).toBe('Cancelling the refresh')
})

test('@fault a silent service is named where the other categories wait for their turn', () => {
  const refreshRun = new RefreshRun(0)
  const turn = { quiet: { what: 'turn' as const, since: 500 } }
  refreshRun.report(progress({ HRIS: turn, ATS: { quiet: { what: 'answer', since: 1_000 } }, LMS: turn }), 9_000)
  expect(summary(refreshRun, 9_000)).toEqual(['waiting', 'No answer for 8 s', 'ATS page 1'])
  refreshRun.report(progress({ HRIS: turn }), 9_000)
  expect(summary(refreshRun, 9_000)).toContain('HRIS: waiting 8 s for its turn (rate limit)')
  refreshRun.report(progress({ HRIS: turn, ATS: turn, LMS: turn }), 9_000)
  expect(summary(refreshRun, 9_000)[1]).toBe('Waiting 8 s for its turn (rate limit)')
})

test('a refresh that another desk of the team made is said to be its, and how old it is', () => {
  const refreshRun = new RefreshRun(0)
  refreshRun.report({ ...progress({}), team: { kind: 'waits', name: 'ada-laptop', pages: 40 } }, 0)
  expect(summary(refreshRun, 0)).toEqual(['waiting', 'ada-laptop is refreshing', '40 pages'])
  refreshRun.report(
    { ...ended(10_000, { HRIS: { pages: 6, items: 12 } }), team: { kind: 'taken', name: 'ada-laptop' } },
    10_000
  )
  expect(summary(refreshRun, 130_000)).toEqual([
    'done',
    'Refreshed by ada-laptop, 2 min ago',
    '8 pages',
    '12 connectors'
  ])
  expect(statusWords(refreshRun, 12, [], 130_000)).toEqual(['Refreshed by ada-laptop, 2 min ago: 12 connectors'])
  refreshRun.report(
    { ...ended(10_000, { ATS: { state: 'failed' } }), team: { kind: 'taken', name: 'a\u202eb' } },
    10_000
  )
  expect(summary(refreshRun, 130_000)).toContain('refreshed by a[U+202E]b')
})
