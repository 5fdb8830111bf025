import { describe, expect, it } from 'vitest'
import { freshHeadcountLimits, type DiagnosisKind } from '../../../shared/issues/diagnosis'
import { lookAround } from './around'
import { explain } from './explain'
import { judge, contradictionsOf } from './judge'
import { day, hour, limits, minute } from './limits'
import type { Memory } from '../../store/tables/connectors/memory'
import { ago, now, subject } from './testing'

type Row = [
  what: string,
  change: Record<string, unknown>,
  kind: DiagnosisKind,
  since?: number | null,
  memory?: Partial<Memory>
]

const judged = (change: Record<string, unknown>, memory: Partial<Memory> = {}, seenAt = now) => {
  const one = subject(change, memory, seenAt)
  return judge(one, lookAround([one], now))
}

const check = ([, change, kind, since, memory]: Row) => {
  const result = judged(change, memory)
  expect(result.kind).toBe(kind)
  if (since !== undefined) expect(result.since).toBe(since)
}
const table = (rows: Row[]) => it.each(rows)('%s', (...row) => check(row as Row))

const done = { sync_status: 'Done' }
const failed = { sync_status: 'Failed' }
const unlinked = {
  status: 'INCOMPLETE',
  completed_at: null,
  sync_status: null,
  last_sync_start_time: null,
  next_sync_start_time: null
}

describe('customer must relink', () => {
  const relink = { status: 'RELINK_NEEDED', relink_needed_at: ago(3 * hour) }
  table([
    ['since the time of the service', { ...relink, ...failed }, 'relink', now - 3 * hour],
    ['since five minutes ahead', { ...relink, relink_needed_at: ago(-5 * minute) }, 'relink', now + 5 * minute],
    [
      'since a walk saw it turn, where the time of the service lies ahead',
      { ...relink, relink_needed_at: ago(-5 * minute - 1) },
      'relink',
      now - 2 * hour,
      { relinkTurnedAt: now - 2 * hour }
    ],
    ['also where the last run was still good', { ...relink, ...done }, 'relink', now - 3 * hour],
    ['also while a run is under way', { ...relink, sync_status: 'Syncing' }, 'relink', now - 3 * hour],
    ['also with a next run long past', { ...relink, next_sync_start_time: ago(9 * day) }, 'relink'],
    ['also when switched off', { ...relink, is_active: false }, 'relink'],
    ['also with an unknown sync_status', { ...relink, sync_status: 'Paused' }, 'relink'],
    [
      'without a time: since a walk saw it turn',
      { ...relink, relink_needed_at: null },
      'relink',
      now - hour,
      { firstSeenAt: now - day, relinkTurnedAt: now - hour }
    ],
    [
      'without a time, broken at first sight: since then',
      { ...relink, relink_needed_at: null },
      'relink',
      now - day,
      { firstSeenAt: now - day }
    ],
    ['without a time, and no walk', { ...relink, relink_needed_at: null }, 'relink', null],
    ['with a time that cannot be read', { ...relink, relink_needed_at: 'yesterday' }, 'relink', null]
  ])
})

describe('link never finished', () => {
  table([
    ['a millisecond before a day: being linked', { ...unlinked, created_at: ago(day - 1) }, 'linking', now - day + 1],
    ['after exactly a day', { ...unlinked, created_at: ago(day) }, 'unfinished', now - day],
    ['after weeks', { ...unlinked, created_at: ago(30 * day) }, 'unfinished', now - 30 * day],
    ['just now', { ...unlinked, created_at: ago(0) }, 'linking'],
    ['also when it is not active yet', { ...unlinked, is_active: false, created_at: ago(2 * day) }, 'unfinished'],
    [
      'without created_at: since a walk saw it first',
      { ...unlinked, created_at: null },
      'unfinished',
      now - day,
      { firstSeenAt: now - day }
    ],
    [
      'without created_at, first seen less than a day ago',
      { ...unlinked, created_at: null },
      'linking',
      null,
      { firstSeenAt: now - day + 1 }
    ],
    [
      'with a created_at that cannot be read',
      { ...unlinked, created_at: 'soon' },
      'unreadable',
      null,
      { firstSeenAt: now }
    ]
  ])
})

describe('silent stall', () => {
  const due = (late: number, more = {}) => ({
    last_sync_start_time: ago(late + 6 * hour),
    next_sync_start_time: ago(late),
    ...more
  })
  const unplanned = (last: number, more = {}) => ({
    last_sync_start_time: ago(last),
    next_sync_start_time: null,
    ...more
  })
  const never = { sync_status: null, last_sync_start_time: null, next_sync_start_time: null }
  table([
    ['30 min late: within the grace', due(30 * minute), 'healthy'],
    ['a millisecond later', due(30 * minute + 1), 'stalled', now - 30 * minute - 1],
    ['two average runs late, where that is more', due(40 * minute, { avg_sync_duration: '20 min 0 sec' }), 'healthy'],
    ['more than two average runs late', due(40 * minute + 1, { avg_sync_duration: '20 min 0 sec' }), 'stalled'],
    ['due at this very moment', due(0), 'healthy'],
    ['two days late', due(2 * day), 'stalled', now - 2 * day],
    ['also after a failed run', due(2 * day, failed), 'stalled'],
    ['also without a run before', { ...never, next_sync_start_time: ago(hour) }, 'stalled', now - hour],
    [
      'but not of a development connector, which has no schedule',
      due(2 * day, { is_test_connector: true }),
      'healthy',
      null
    ],
    [
      'nor one that never began',
      { ...never, created_at: ago(20 * day), completed_at: ago(20 * day), is_test_connector: true },
      'healthy',
      null
    ],
    [
      'not while a run is under way',
      due(45 * minute, { sync_status: 'Syncing', last_sync_start_time: ago(44 * minute) }),
      'healthy'
    ],
    ['not when switched off', due(2 * day, { is_active: false }), 'inactive'],
    [
      'nothing planned, last start exactly two cadences ago',
      unplanned(12 * hour),
      'healthy',
      null,
      { plannedCadence: 6 * hour }
    ],
    [
      'nothing planned, a millisecond more: since it was due',
      unplanned(12 * hour + 1),
      'stalled',
      now - 6 * hour - 1,
      { plannedCadence: 6 * hour }
    ],
    ['by the gap that walks saw', unplanned(5 * hour), 'stalled', now - 3 * hour, { seenGap: 2 * hour }],
    [
      'a gap of a minute counts as one of five: twice that is the limit',
      unplanned(10 * minute),
      'healthy',
      null,
      { seenGap: minute }
    ],
    ['a millisecond more', unplanned(10 * minute + 1), 'stalled', now - 5 * minute - 1, { seenGap: minute }],
    ['no cadence known: a day is assumed, two are the limit', unplanned(2 * day), 'healthy'],
    ['no cadence known, a millisecond more', unplanned(2 * day + 1), 'stalled', now - day - 1],
    ['linked a day ago, no run yet', { ...never, completed_at: ago(day) }, 'healthy'],
    [
      'linked more than a day ago, and no run ever began',
      { ...never, completed_at: ago(day + 1) },
      'stalled',
      now - day - 1
    ],
    [
      'the same without completed_at: since it was created',
      { ...never, completed_at: null, created_at: ago(day + 1) },
      'stalled',
      now - day - 1
    ],
    ['a run is reported, but not its start', { ...never, sync_status: 'Done', completed_at: ago(9 * day) }, 'healthy'],
    [
      'a start that cannot be read is not a run that never began',
      { ...never, last_sync_start_time: 'x', completed_at: ago(9 * day) },
      'unreadable'
    ]
  ])

  it('is not seen in a record of yesterday, by which every run is overdue today', () => {
    const yesterday = now - 14 * hour
    const change = { last_sync_start_time: ago(15 * hour), next_sync_start_time: ago(9 * hour) }
    expect(judged(change, {}, yesterday).kind).toBe('healthy')
    expect(judged(change, {}, now).kind).toBe('stalled')
  })
})

describe('last sync failed', () => {
  const start = now - 2 * hour
  table([
    ['since the run that failed', failed, 'failed', start],
    ['since the first failed run that walks saw', failed, 'failed', now - 3 * day, { failedStart: now - 3 * day }],
    [
      'without a start: since a walk saw it turn',
      { ...failed, last_sync_start_time: null },
      'failed',
      now - hour,
      { failedTurnedAt: now - hour }
    ],
    [
      'without a start, at first sight',
      { ...failed, last_sync_start_time: null },
      'failed',
      now - day,
      { firstSeenAt: now - day }
    ],
    [
      'not when switched off: nothing is to be run',
      { ...failed, is_active: false, next_sync_start_time: null },
      'inactive'
    ],
    ['also where is_active is absent', { ...failed, is_active: undefined }, 'failed'],
    ['nothing planned any more, not yet two cadences ago', { ...failed, next_sync_start_time: null }, 'failed']
  ])
})

describe('contradictory record', () => {
  const linked = now - 90 * day
  const syncing = (since: number, avg: string | null) => ({
    sync_status: 'Syncing',
    last_sync_start_time: ago(since),
    next_sync_start_time: ago(-hour),
    avg_sync_duration: avg
  })
  table([
    [
      'COMPLETE, found bad a millisecond after it was linked',
      { relink_needed_at: new Date(linked + 1).toISOString() },
      'contradictory',
      linked + 1
    ],
    [
      'COMPLETE, found bad when it was linked: the relink',
      { relink_needed_at: new Date(linked).toISOString() },
      'healthy'
    ],
    ['COMPLETE, found bad before it was linked again', { relink_needed_at: ago(100 * day) }, 'healthy'],
    ['COMPLETE without completed_at, found bad', { relink_needed_at: ago(day), completed_at: null }, 'contradictory'],
    ['inactive, next run ahead', { is_active: false, next_sync_start_time: ago(-1) }, 'contradictory', null],
    ['inactive, next run due now', { is_active: false, next_sync_start_time: ago(0) }, 'inactive'],
    [
      'next run a millisecond before the last',
      { next_sync_start_time: ago(2 * hour + 1) },
      'contradictory',
      now - 2 * hour
    ],
    ['next run at the start of the last', { next_sync_start_time: ago(2 * hour) }, 'stalled'],
    [
      'the same, within the grace',
      { last_sync_start_time: ago(10 * minute), next_sync_start_time: ago(10 * minute) },
      'healthy'
    ],
    [
      'next run before the last, but a run is under way',
      { sync_status: 'Syncing', last_sync_start_time: ago(minute), next_sync_start_time: ago(minute + 1) },
      'healthy'
    ],
    [
      'next run before the last, and that one long ago',
      { last_sync_start_time: ago(9 * day), next_sync_start_time: ago(10 * day) },
      'stalled'
    ],
    ['syncing just under four averages', syncing(2 * hour - 1, '30 min 0 sec'), 'healthy'],
    ['syncing for four averages', syncing(2 * hour, '30 min 0 sec'), 'contradictory', now - 2 * hour],
    ['syncing for many averages, but under an hour', syncing(hour - 1, '1 min 0 sec'), 'healthy'],
    ['syncing for an hour', syncing(hour, '1 min 0 sec'), 'contradictory', now - hour],
    ['first sync, just under a day', syncing(day - 1, null), 'healthy'],
    ['first sync, a day', syncing(day, null), 'contradictory', now - day],
    [
      'a run that began in the future',
      { last_sync_start_time: ago(-limits.clockSkew - 1), next_sync_start_time: ago(-hour) },
      'contradictory'
    ],
    [
      'a clock that differs a little',
      { last_sync_start_time: ago(-limits.clockSkew), next_sync_start_time: ago(-hour) },
      'healthy'
    ],
    ['linked in the future', { completed_at: ago(-limits.clockSkew - 1) }, 'contradictory'],
    ['linked as far ahead as clocks may differ', { completed_at: ago(-limits.clockSkew) }, 'healthy'],
    ['created in the future', { created_at: ago(-limits.clockSkew - 1) }, 'contradictory'],
    ['created as far ahead as clocks may differ', { created_at: ago(-limits.clockSkew) }, 'healthy'],
    ['a status that is no text', { status: 7 }, 'unreadable'],
    ['a next run that cannot be read', { next_sync_start_time: 'tomorrow' }, 'unreadable'],
    ['a last run that cannot be read', { last_sync_start_time: '2026-13-45T99:00:00Z' }, 'unreadable'],
    [
      'an unreadable field of a record that contradicts itself as well',
      { is_active: false, next_sync_start_time: ago(-1), created_at: 'soon' },
      'contradictory'
    ],
    ['an is_active that is no boolean', { is_active: 'yes' }, 'unreadable'],
    ['a negative count decides nothing', { total_employees: -4 }, 'healthy'],
    ['progress beyond 100 decides nothing', { sync_progress: 130 }, 'healthy'],
    ['an average in other words decides nothing', { avg_sync_duration: 'about an hour' }, 'healthy']
  ])

  it.each([null, undefined, 'about an hour'])('calls no run the first by an average of %s', (avg) => {
    const one = subject({ ...syncing(day, null), avg_sync_duration: avg })
    expect(contradictionsOf(one, 1, now)[0]?.words).toMatch(
      /^Its sync .* How long its syncs usually take is not known\.$/
    )
  })

  it.each([
    [limits.clockSkew, []],
    [limits.clockSkew + 1, ['in-the-future']]
  ])('credentials found bad %d ms ahead: %j', (ahead, codes) => {
    const result = judged({ status: 'RELINK_NEEDED', relink_needed_at: ago(-ahead) })
    expect(result.contradictions.map(({ code }) => code)).toEqual(codes)
  })

  it('notes it beside a graver cause, which comes first', () => {
    const result = judged({ status: 'RELINK_NEEDED', relink_needed_at: null })
    expect(result.kind).toBe('relink')
    expect(result.contradictions.map(({ code }) => code)).toEqual(['rejected-without-time'])
  })

  it('names all of them, the gravest first', () => {
    const one = subject({ relink_needed_at: ago(hour), completed_at: 'x', next_sync_start_time: ago(3 * hour) })
    expect(contradictionsOf(one, 2, now).map(({ code }) => code)).toEqual([
      'good-but-rejected',
      'next-before-last',
      'duplicate',
      'malformed'
    ])
  })
})

describe('answers of its provider', () => {
  const fact = (said: 'works' | 'dead', before: number) => ({
    access: { at: now - before, said, status: said === 'dead' ? 401 : 200, method: 'GET', by: 'check' } as const
  })
  const good = {
    status: 'COMPLETE',
    completed_at: ago(30 * day),
    sync_status: 'Done',
    last_sync_start_time: ago(5 * hour)
  }
  const relink = { status: 'RELINK_NEEDED', relink_needed_at: ago(3 * hour) }

  it.each<[what: string, change: Record<string, unknown>, memory: Partial<Memory>, kind: string, codes: string[]]>([
    ['rejected after the last good sync', good, fact('dead', hour), 'contradictory', ['good-but-dead']],
    [
      'rejected, and a later sync succeeded',
      good,
      { ...fact('dead', hour), lastDoneStart: now - minute },
      'healthy',
      []
    ],
    ['rejected, and linked again since', { ...good, completed_at: ago(minute) }, fact('dead', hour), 'healthy', []],
    [
      'rejected, but switched off',
      { ...good, is_active: false, next_sync_start_time: null },
      fact('dead', hour),
      'inactive',
      []
    ],
    ['rejected, as its status says', relink, fact('dead', hour), 'relink', []],
    ['works, as its status says', good, fact('works', hour), 'healthy', []],
    ['answers after it was rejected', relink, fact('works', hour), 'relink', ['rejected-but-works']],
    ['answered before it was rejected', relink, fact('works', 4 * hour), 'relink', []],
    [
      'answers, and nobody knows since when it is rejected',
      { ...relink, relink_needed_at: null },
      fact('works', hour),
      'relink',
      ['rejected-without-time']
    ]
  ])('%s', (_, change, memory, kind, codes) => {
    const result = judge(subject(change, memory), lookAround([], now))
    expect([result.kind, result.contradictions.map(({ code }) => code)]).toEqual([kind, codes])
  })

  it('are named with their time, and count for nothing where the workspace says so', () => {
    const one = subject(good, fact('dead', hour))
    const around = lookAround([one], now)
    const { words, short, since, evidence } = explain(one, judge(one, around), around)
    expect({ words, short, since }).toEqual({
      words: 'Its status says linked, but the provider rejects its credentials, seen first {since}.',
      short: 'Linked, but rejected {since}',
      since: now - hour
    })
    expect(evidence.at(-1)).toMatchObject({ value: 401, time: now - hour, odd: true })
    const off = lookAround([one], now, undefined, { ...freshHeadcountLimits, answers: false })
    expect(judge(one, off).kind).toBe('healthy')
  })
})

describe('duplicates', () => {
  const twin = { origin_id: 'acme', integration_slug: 'gusto' }
  const kinds = (...changes: Record<string, unknown>[]) => {
    const all = changes.map((change) => subject({ ...twin, ...change }))
    const around = lookAround(all, now)
    return all.map((one) => judge(one, around).kind)
  }
  it.each([
    ['same origin id, integration and category', {}, 'contradictory'],
    ['another integration', { integration_slug: 'deel' }, 'healthy'],
    ['another origin id', { origin_id: 'other' }, 'healthy'],
    ['no origin id', { origin_id: null }, 'healthy'],
    ['one is a test connector', { is_test_connector: true }, 'healthy'],
    ['one was never finished', { ...unlinked, created_at: ago(hour) }, 'healthy'],
    ['one is switched off', { is_active: false, next_sync_start_time: null }, 'healthy']
  ])('%s', (_, change, first) => {
    expect(kinds({}, change)[0]).toBe(first)
  })
  it('are counted, and cost no more than their number', () => {
    // A list of the others for each would be 400 million keys.
    const all = Array.from({ length: 20_000 }, (_, at) => ({ ...subject({ ...twin }), key: `HRIS:${at}` }))
    const { linksOf } = lookAround(all, now)
    expect([linksOf.size, linksOf.get('HRIS:7')]).toEqual([20_000, 20_000])
  })
  it('in another category do not count', () => {
    const other = { ...subject({ ...twin }), category: 'ATS' as const }
    const around = lookAround([subject({ ...twin }), other], now)
    expect(around.linksOf.size).toBe(0)
  })
})

describe('what is not a case, and what is unknown', () => {
  table([
    ['Done', {}, 'healthy', null],
    [
      'a run under way',
      { sync_status: 'Syncing', sync_progress: 40, last_sync_start_time: ago(5 * minute) },
      'healthy'
    ],
    [
      'just linked, the first run to come',
      { sync_status: null, last_sync_start_time: null, completed_at: ago(hour) },
      'healthy'
    ],
    ['inactive', { is_active: false, next_sync_start_time: null }, 'inactive'],
    ['an unknown status', { status: 'SUSPENDED' }, 'unknown', null],
    ['an unknown status is not taken for a failed run', { status: 'SUSPENDED', ...failed }, 'unknown'],
    [
      'an unknown status is not taken for a stall',
      { status: 'SUSPENDED', next_sync_start_time: ago(9 * day), last_sync_start_time: ago(10 * day) },
      'unknown'
    ],
    ['an unknown status, inactive', { status: 'ARCHIVED', is_active: false, next_sync_start_time: null }, 'unknown'],
    ['no status at all', { status: undefined }, 'unknown'],
    ['a status in other letters', { status: 'complete' }, 'unknown'],
    ['an unknown sync_status', { sync_status: 'Paused' }, 'unknown'],
    [
      'an unknown sync_status that stalls all the same',
      { sync_status: 'Paused', next_sync_start_time: ago(day), last_sync_start_time: ago(2 * day) },
      'stalled'
    ],
    ['a test connector has its verdict too', { is_test_connector: true, ...failed }, 'failed'],
    [
      'a record of nothing but an id',
      Object.fromEntries(
        Object.keys(subject().record)
          .filter((name) => name !== 'id')
          .map((name) => [name, undefined])
      ),
      'unknown'
    ],
    ['a name of 10 kB', { end_user: 'n'.repeat(10_000) }, 'healthy']
  ])
})
