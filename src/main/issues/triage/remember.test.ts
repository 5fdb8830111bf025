import { describe, expect, it } from 'vitest'
import { lastGoodSync } from './last-good-sync'
import { hour, minute } from './limits'
import type { Reading } from '../../../shared/connectors/connector'
import { noMemory, type Memory } from '../../store/tables/connectors/memory'
import { remember } from './remember'
import { ago, now, subject } from './testing'

type Before = Parameters<typeof remember>[0]

function seen(before: Before, connector: Reading, at: number): NonNullable<Before> {
  const { memory, stretches } = remember(before, connector, at)
  return { memory, connector, stretches: () => stretches ?? before?.stretches() ?? [] }
}

/** The memory after hourly refreshes, the last one now. */
function after(...changes: Record<string, unknown>[]): Memory {
  let before: Before = null
  for (const [at, change] of changes.entries()) {
    const { connector } = subject(change)
    before = seen(before, connector, now - (changes.length - 1 - at) * hour)
  }
  return before?.memory as Memory
}

const done = (at: number) => ({ sync_status: 'Done', last_sync_start_time: ago(at) })
const failed = (at: number) => ({ sync_status: 'Failed', last_sync_start_time: ago(at) })
const syncing = (at: number) => ({ sync_status: 'Syncing', last_sync_start_time: ago(at) })

describe('remember', () => {
  it('keeps the last run seen Done through what comes after it', () => {
    expect(after(done(9 * hour), syncing(3 * hour), failed(3 * hour)).lastDoneStart).toBe(now - 9 * hour)
  })
  it('counts a failing streak from its first run, through runs under way, until one is Done', () => {
    const streak = after(done(9 * hour), failed(5 * hour), syncing(3 * hour), failed(3 * hour))
    expect(streak).toMatchObject({ failedStart: now - 5 * hour, failedTurnedAt: now - 2 * hour })
    expect(after(failed(5 * hour), done(3 * hour))).toMatchObject({ failedStart: null, failedTurnedAt: null })
  })
  it('saw nothing turn at first sight', () => {
    expect(after(failed(5 * hour))).toMatchObject({ failedStart: now - 5 * hour, failedTurnedAt: null })
    expect(after({ status: 'RELINK_NEEDED' }).relinkTurnedAt).toBeNull()
    expect(after({}, { status: 'RELINK_NEEDED' }, { status: 'RELINK_NEEDED' }).relinkTurnedAt).toBe(now - hour)
    expect(after({}, { status: 'RELINK_NEEDED' }, {}).relinkTurnedAt).toBeNull()
  })
  it('learns how often it runs from the plan, and from starts', () => {
    const unplanned = { next_sync_start_time: null }
    expect(after({}).plannedCadence).toBe(6 * hour)
    expect(after({}, unplanned).plannedCadence).toBe(6 * hour)
    const gaps = after(
      { ...done(9 * hour), ...unplanned },
      { ...done(5 * hour), ...unplanned },
      { ...done(3 * hour), ...unplanned }
    )
    expect(gaps.seenGap).toBe(2 * hour)
  })
  it('ignores a start that lies ahead, and puts the next one in the place of one it took', () => {
    expect(after(done(9 * hour), done(-48 * hour), failed(hour))).toMatchObject({ lastDoneStart: now - 9 * hour })
    const { connector } = subject(failed(hour))
    const wrong = { memory: { ...noMemory, lastDoneStart: now + 48 * hour }, connector, stretches: () => [] }
    expect(remember(wrong, subject(done(hour)).connector, now).memory.lastDoneStart).toBe(now - hour)
  })
  it('keeps the last run seen Done through a walk whose clock is behind', () => {
    const { connector } = subject(done(9 * hour))
    const first = seen(null, connector, now)
    const behind = seen(first, subject(failed(3 * hour)).connector, now - 24 * hour)
    const { memory } = remember(behind, subject(failed(2 * hour)).connector, now)
    expect(lastGoodSync(subject(failed(2 * hour), memory))).toMatchObject({ kind: 'seen-done', time: now - 9 * hour })
    const earlier = seen(first, subject(done(3 * hour)).connector, now - 24 * hour)
    expect(earlier.memory.lastDoneStart).toBe(now - 9 * hour)
  })
  it('remembers when it was first seen', () => {
    expect(after({}, {}, {}).firstSeenAt).toBe(now - 2 * hour)
  })
})

describe('goodAsOf', () => {
  const relink = { status: 'RELINK_NEEDED', sync_status: 'Failed', last_sync_start_time: ago(2 * hour) }
  const firstRun = { avg_sync_duration: null, total_employees: null, active_employees: null }
  const absent = { avg_sync_duration: undefined, total_employees: undefined, active_employees: undefined }
  const dayAgo = now - 26 * hour
  it.each<[string, Record<string, unknown>, Partial<Memory>, string, number | null]>([
    ['the record is Done', {}, {}, 'seen-done', now - 2 * hour],
    ['Done, begun five minutes ahead', done(-5 * minute), {}, 'seen-done', now + 5 * minute],
    ['Done, begun further ahead', done(-5 * minute - 1), {}, 'estimate', null],
    ['Done, begun ahead, and a walk saw one before', done(-hour), { lastDoneStart: dayAgo }, 'seen-done', dayAgo],
    ['nothing but a run ahead, remembered', failed(hour), { lastDoneStart: now + hour }, 'estimate', now - 6 * hour],
    ['Done and RELINK_NEEDED', { ...relink, sync_status: 'Done' }, {}, 'seen-done', now - 2 * hour],
    ['the record wins over what walks saw', {}, { lastDoneStart: now - 9 * hour }, 'seen-done', now - 2 * hour],
    ['a walk saw one Done', relink, { lastDoneStart: now - 9 * hour }, 'seen-done', now - 9 * hour],
    [
      'under way, a walk saw one Done',
      { sync_status: 'Syncing' },
      { lastDoneStart: now - 9 * hour },
      'seen-done',
      now - 9 * hour
    ],
    ['no walk did: by the plan', relink, {}, 'estimate', now - 8 * hour],
    [
      'by the history',
      { ...relink, next_sync_start_time: null },
      { plannedCadence: 4 * hour },
      'estimate',
      now - 6 * hour
    ],
    ['by an assumed day', { ...relink, next_sync_start_time: null }, {}, 'estimate', dayAgo],
    ['not before it was linked', { ...relink, completed_at: ago(3 * hour) }, {}, 'estimate', now - 3 * hour],
    ['the first run failed', { ...relink, ...firstRun }, {}, 'never', null],
    ['the optional fields are absent', { ...relink, ...absent }, {}, 'estimate', now - 8 * hour],
    [
      'absent, and only one run since it was linked',
      { ...relink, ...absent, completed_at: ago(3 * hour) },
      {},
      'never',
      null
    ],
    ['no run began', { sync_status: null, last_sync_start_time: null, ...firstRun }, {}, 'never', null],
    ['Done, but its start cannot be read', { last_sync_start_time: 'x' }, {}, 'estimate', null]
  ])('%s', (_, change, memory, kind, time) => {
    const result = lastGoodSync(subject(change, memory))
    expect(result).toMatchObject({ kind, time })
    expect(result.why).not.toBe('')
  })
})
