import { describe, expect, it } from 'vitest'
import { madeUpRecord } from '../../testing/made-up-rows'
import { runsOf, type SeenState } from './runs'
import { timelineOf } from './timeline'

const hour = 3_600_000
const start = Date.parse('2026-03-10T00:00:00Z')
const at = (hours: number) => start + hours * hour
const iso = (hours: number) => new Date(at(hours)).toISOString()

/** Seen at `seen`, with a sync begun at `begun`, every 6 h. Hours. */
const state = (seen: number, begun: number, sync_status = 'Done', change = {}): SeenState => ({
  at: at(seen),
  record: madeUpRecord('a', start, {
    sync_status,
    last_sync_start_time: iso(begun),
    next_sync_start_time: iso(begun + 6),
    ...change
  })
})
const outcomes = (states: SeenState[], looks: number[]) =>
  runsOf(states, looks.map(at)).bars.map(({ outcome }) => outcome)

describe('runsOf', () => {
  it('shows each run that was seen, with what was last seen of it', () => {
    const states = [state(1, 0), state(7, 6, 'Syncing'), state(8, 6, 'Failed'), state(13, 12)]
    expect(runsOf(states, [1, 7, 8, 13].map(at))).toEqual({
      cadence: 6 * hour,
      bars: [
        { at: at(0), outcome: 'done' },
        { at: at(6), outcome: 'failed' },
        { at: at(12), outcome: 'done' }
      ],
      counts: { seen: 3, failed: 1, missing: 0 }
    })
  })

  it('counts as missing what was due before a walk that found the old start', () => {
    const states = [state(1, 0)]
    expect(outcomes(states, [1, 6.5])).toEqual(['done'])
    expect(outcomes(states, [1, 6.51])).toEqual(['done', 'missing'])
    expect(runsOf(states, [at(1), at(56)]).counts.missing).toBe(9)
  })

  it('does not call missing what no walk looked for', () => {
    expect(outcomes([state(1, 0), state(25, 24)], [1, 25])).toEqual(['done', 'unseen', 'unseen', 'unseen', 'done'])
    expect(outcomes([state(1, 0), state(25, 24)], [1, 13, 25])).toEqual([
      'done',
      'missing',
      'missing',
      'unseen',
      'done'
    ])
  })

  it('does not count a run that is a little late as another one', () => {
    expect(outcomes([state(1, 0), state(8, 7)], [1, 8])).toEqual(['done', 'done'])
  })

  it('expects no run of a connector that is broken, switched off, or of unknown rhythm', () => {
    const off = { is_active: false }
    expect(outcomes([state(1, 0, 'Done', off)], [1, 90])).toEqual(['done'])
    expect(outcomes([state(1, 0, 'Done', { status: 'RELINK_NEEDED' })], [1, 90])).toEqual(['done'])
    expect(runsOf([state(1, 0, 'Done', { next_sync_start_time: null })], [at(90)])).toMatchObject({
      cadence: null,
      bars: [{}]
    })
  })

  it('expects none while it was broken, off or gone, and those that were due after', () => {
    const broken = state(1, 0, 'Failed', { status: 'RELINK_NEEDED' })
    expect(outcomes([broken, state(49, 48)], [1, 25, 49])).toEqual(['failed', 'done'])
    expect(outcomes([broken, state(13, 0, 'Failed'), state(49, 48)], [1, 25, 49])).toEqual([
      ...['failed', 'missing', 'missing', 'unseen', 'unseen', 'unseen', 'done']
    ])
    const off = [state(1, 0), state(2, 0, 'Done', { is_active: false }), state(25, 24)]
    expect(outcomes(off, [1, 2, 25])).toEqual(['done', 'done'])
    const gone: SeenState[] = [state(1, 0), { at: at(2), record: null }, state(25, 24)]
    expect(outcomes(gone, [1, 2, 25])).toEqual(['done', 'done'])
  })

  describe('of a connector that stalled', () => {
    const off = { is_active: false }
    const hourly = (until: number) => Array.from({ length: until }, (_, hours) => at(hours + 1))
    const missing = (states: SeenState[], until: number) => runsOf(states, hourly(until)).counts.missing

    it('counts what was missing before it was off, broken or gone for an hour, and after', () => {
      const silent = state(1, 0)
      for (const idle of [state(240, 0, 'Done', off), state(240, 0, 'Done', { status: 'RELINK_NEEDED' })]) {
        expect(missing([silent, idle, state(241, 0), state(248, 247)], 248)).toBe(39)
        expect(missing([silent, idle, state(241, 0)], 248)).toBe(40)
      }
      expect(missing([silent, { at: at(240), record: null }, state(241, 0)], 248)).toBe(40)
    })

    it('counts it while it still is, and when that lasted long', () => {
      expect(missing([state(1, 0), state(240, 0, 'Done', off)], 1_000)).toBe(39)
      expect(missing([state(1, 0), state(240, 0, 'Done', off), state(991, 990)], 992)).toBe(39)
      expect(missing([state(1, 0)], 1_000)).toBe(166)
    })

    it('counts none that a look found it broken after, as it may have been by then', () => {
      const broken = state(25, 0, 'Done', { status: 'RELINK_NEEDED' })
      expect(outcomes([state(1, 0), broken, state(49, 48)], [1, 13, 25, 49])).toEqual([
        ...['done', 'missing', 'missing', 'done']
      ])
    })
  })

  it('is quick with a gap of centuries, and shows its end', () => {
    const { bars } = runsOf([state(1, 0), state(2, 6e7)], [at(1), at(2)])
    expect(bars).toHaveLength(60)
    expect(bars.at(-1)).toEqual({ at: at(6e7), outcome: 'done' })
    expect(runsOf([state(1, 0)], [at(1), at(6e7 + 1)]).counts.missing).toBe(10_000)
  })

  it('knows nothing of what it has not seen', () => {
    expect(runsOf([], [])).toEqual({ cadence: null, bars: [], counts: { seen: 0, failed: 0, missing: 0 } })
  })
})

describe('timelineOf', () => {
  const linked = { completed_at: iso(-50), created_at: iso(-51) }
  const broken = { ...linked, status: 'RELINK_NEEDED', relink_needed_at: iso(6.1) }

  it('tells a story, newest first', () => {
    const states = [state(1, 0, 'Done', linked), state(7, 6, 'Failed', broken)]
    const events = timelineOf(states, [], at(9), at(0))
    expect(events.map(({ at: time, words }) => [(time - start) / hour, words])).toEqual([
      [9, 'Still RELINK_NEEDED'],
      [7, 'Status changed from COMPLETE to RELINK_NEEDED'],
      [6.1, 'Relink needed'],
      [6, 'Sync started, ended Failed'],
      [1, 'First seen'],
      [0, 'Sync Done: last good sync'],
      [-50, 'Linked'],
      [-51, 'Created: the customer started to link']
    ])
    expect(events.filter(({ good }) => good)).toHaveLength(1)
  })

  it('shows relinking, switching, removal and return', () => {
    const states: SeenState[] = [
      state(1, 0, 'Done', { ...broken, relink_needed_at: iso(-2) }),
      state(2, 0, 'Done', { ...linked, completed_at: iso(1.5) }),
      state(3, 0, 'Done', { ...linked, is_active: false }),
      state(4, 0, 'Done', linked),
      { at: at(5), record: null },
      state(6, 0, 'Done', linked)
    ]
    const words = timelineOf(states, [], null, null).map((event) => event.words)
    expect(words.slice(0, 5)).toEqual([
      'Listed again',
      'Not listed any more',
      'Switched on',
      'Switched off',
      'Relinked'
    ])
  })

  it('shows a relink once, at the time that the record gives', () => {
    const words = (states: SeenState[]) =>
      timelineOf(states, [], null, null)
        .filter(({ words }) => /linked$/i.test(words))
        .map(({ at: time, words, kind }) => [(time - start) / hour, words, kind])
    const relinked = { ...broken, status: 'COMPLETE', completed_at: iso(8) }
    expect(words([state(1, 0, 'Done', linked), state(7, 6, 'Failed', broken), state(9, 8, 'Done', relinked)])).toEqual([
      [8, 'Relinked', 'relinked'],
      [-50, 'Linked', 'linked']
    ])
    // The record keeps when it stopped working: an earlier relink that no refresh saw.
    expect(words([state(9, 8, 'Done', relinked)])).toEqual([[8, 'Relinked', 'relinked']])
    // Without a new time, the refresh's time has to do.
    expect(words([state(7, 6, 'Failed', broken), state(9, 8, 'Done', linked)])).toEqual([
      [9, 'Relinked', 'relinked'],
      [-50, 'Linked', 'linked']
    ])
  })

  it('shows its earlier name, cut where that is long', () => {
    const named = (hours: number, change: Record<string, unknown>) => state(hours, 0, 'Done', { ...linked, ...change })
    const states = [
      named(1, { end_user: `N${'😀'.repeat(10_000)}`, origin_id: null }),
      named(2, { end_user: 'New', origin_id: 'o-1' }),
      named(3, { end_user: 'New', origin_id: 'o-1', integration_slug: 'gusto' }),
      named(4, { end_user: 'New', origin_id: 'o-1', integration_slug: 'gusto', total_employees: 9 })
    ]
    const changes = timelineOf(states, [], null, null).filter(({ kind }) => kind === 'changed')
    expect(changes.map(({ at: time, words, source }) => [(time - start) / hour, words, source])).toEqual([
      [3, expect.stringMatching(/^integration_slug changed, it was “.+”$/), 'walk'],
      [2, `end_user changed, it was “N${'😀'.repeat(59)}…”`, 'walk'],
      [2, 'origin_id changed, it was empty', 'walk']
    ])
  })

  it('holds what was done with its cases', () => {
    const events = [
      { at: at(1), kind: 'opened' as const, detail: null, operator: null },
      { at: at(2), kind: 'owner-changed' as const, detail: 'Maya', operator: null },
      { at: at(2), kind: 'owner-changed' as const, detail: 'Linus', operator: 'Ada' },
      { at: at(3), kind: 'requested' as const, detail: 'email', operator: null }
    ]
    const one = {
      id: 1,
      key: 'HRIS:a',
      cause: 'relink' as const,
      openedAt: at(1),
      closedAt: null,
      owner: 'Maya',
      note: '',
      snoozedUntil: null,
      tags: [],
      events
    }
    expect(timelineOf([], [one], null, null).map(({ words, source }) => [words, source])).toEqual([
      ['Relink requested: by email', 'operator'],
      ['Owner: Linus (Ada)', 'operator'],
      ['Owner: Maya', 'operator'],
      ['Issue opened: Relink needed', 'walk']
    ])
  })
})
