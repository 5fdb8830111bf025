import { describe, expect, it } from 'vitest'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import {
  connectorFields,
  readConnector,
  type ConnectorRecord,
  type Reading
} from '../../../shared/connectors/connector'
import { madeUpRow } from '../../testing/made-up-rows'
import { place, start, testHistory, type TestHistory } from '../../testing/history'
import { lineOf, pageOf, type SeenRow } from '../../store/tables/connectors/page-lines'
import { HeldSubject } from '../../issues/held-subject'
import { subjectOf } from '../../issues/triage/subject'
import { beforeOf, changedFields } from '../../store/tables/connectors/record-change'
import { compareSnapshots, readEarlier, type SnapshotPair } from './compare'

const hour = 3_600_000
const refresh = (id: number, change: Partial<Snapshot> = {}): Snapshot => ({
  id,
  startedAt: start + id * hour,
  endedAt: start + id * hour,
  ended: 'complete',
  parts: [{ category: 'HRIS', state: 'done', items: 1, repeated: 0 }],
  ...change
})
const row = (id: string, change = {}) => madeUpRow(id, start, change)
const compare = (before: SeenRow[], after: SeenRow[], change: Partial<Snapshot> = {}, limit?: number) =>
  compareSnapshots({ before: refresh(1), after: refresh(2, change) }, pairs(before, after), limit)
const pairs = (before: SeenRow[], after: SeenRow[]): SnapshotPair[] =>
  [...new Set([...before, ...after].map(({ key }) => key))].map((key) => {
    const [was, is] = [before, after].map((rows) => rows.find((one) => one.key === key))
    const fields = () => (was && is ? changedFields(was.record, is.record) : [])
    return { before: was ? subjectOf(was) : null, after: is ? subjectOf(is) : null, fields }
  })

describe('compareWalks', () => {
  const failed = { sync_status: 'Failed' }
  const before = [
    row('same'),
    row('gone'),
    row('recovers', failed),
    row('breaks'),
    row('changes'),
    row('stays broken', failed)
  ]
  const after = [
    row('same'),
    row('recovers'),
    row('breaks', failed),
    row('changes', { total_employees: 130, added: true }),
    row('stays broken', { ...failed, end_user: 'Renamed' }),
    row('new')
  ]

  it('puts each connector in one list', () => {
    const result = compare(before, after)
    expect(result.counts).toEqual({ new: 1, gone: 1, recovered: 1, broken: 1, changed: 2, same: 1 })
    expect(result.new[0]).toMatchObject({ key: 'HRIS:new', before: null, after: 'healthy', fields: [] })
    expect(result.gone[0]).toMatchObject({ key: 'HRIS:gone', before: 'healthy', after: null })
    expect(result.recovered[0]).toMatchObject({ key: 'HRIS:recovers', before: 'failed', after: 'healthy' })
    expect(result.broken[0]).toMatchObject({
      key: 'HRIS:breaks',
      after: 'failed',
      fields: [{ field: 'sync_status', before: 'Done', after: 'Failed' }]
    })
    expect(result.changed[0]?.fields).toEqual([
      { field: 'total_employees', before: 120, after: 130 },
      { field: 'added', before: undefined, after: true }
    ])
    expect(result).toMatchObject({ goneKnown: true, warnings: [] })
  })

  it.each(['incomplete', 'inconsistent'] as const)('calls nothing gone after an %s walk, and says so', (diagnosis) => {
    const result = compare(before, after, { ended: diagnosis })
    expect(result).toMatchObject({ goneKnown: false, gone: [], counts: { gone: 0, broken: 1 } })
    expect(result.warnings[0]).toContain('do not count as gone')
  })

  it('says what an earlier walk may not have seen, and what was refused', () => {
    const parts = [{ category: 'LMS' as const, state: 'refused' as const, items: 0, repeated: 0 }]
    const { warnings } = compareSnapshots(
      { before: refresh(1, { ended: 'inconsistent' }), after: refresh(2, { parts }) },
      []
    )
    expect(warnings).toEqual([expect.stringContaining('has an ID twice'), expect.stringContaining('LMS was refused')])
  })

  it('takes a connector that stalled without any change for newly broken', () => {
    const one = subjectOf(row('a'))
    const result = compareSnapshots({ before: refresh(1), after: refresh(20) }, [
      { before: one, after: one, fields: null }
    ])
    expect(result.broken[0]).toMatchObject({ before: 'healthy', after: 'stalled', fields: [] })
  })

  it('keeps its lists short where asked, and counts all', () => {
    const result = compare(
      [],
      ['a', 'b', 'c'].map((id) => row(id)),
      {},
      2
    )
    expect([result.new.length, result.counts.new]).toEqual([2, 3])
  })
})

it('compares two walks of the store as they were, whatever came later', () => {
  const test = testHistory()
  const first = test.refresh([row('a'), row('b'), row('c')], start)
  const second = test.refresh([row('a', { sync_status: 'Failed' }), row('c'), row('d')], start + hour)
  test.refresh([row('a', { sync_status: 'Done', extra: 1 }), row('b'), row('c')], start + 2 * hour)
  test.refresh([row('e')], start + 3 * hour)
  const ids = { place, before: first?.id ?? 0, after: second?.id ?? 0, limit: 10 }
  const result = test.history.compare(ids)
  expect(result.counts).toEqual({ new: 1, gone: 1, recovered: 0, broken: 1, changed: 0, same: 1 })
  expect([result.new[0]?.key, result.gone[0]?.key, result.broken[0]?.key]).toEqual(['HRIS:d', 'HRIS:b', 'HRIS:a'])
  expect(test.history.compare({ ...ids, before: ids.after, after: ids.before }).counts).toEqual(result.counts)
  expect(() => test.history.compare({ ...ids, after: 99 })).toThrow(expect.objectContaining({ code: 'not-found' }))
  test.remove()
})

describe('readEarlier', () => {
  const reading = (record: ConnectorRecord) => {
    const { odd, id: _, ...read } = readConnector(record)
    return { ...read, odd: new Set(odd) }
  }
  const wentBack = (now: ConnectorRecord, ...earlier: ConnectorRecord[]) => {
    const states = [now, ...earlier]
    const undone = earlier.map((one, at) => beforeOf(changedFields(one, states[at] ?? one)))
    const { odd, ...read } = undone.reduce<Reading>(readEarlier, new HeldSubject(subjectOf({ ...whose, record: now })))
    return { ...read, odd: new Set(odd) }
  }
  const whose = { key: 'HRIS:a', category: 'HRIS' } as const
  const now = madeUpRow('a', start).record
  const other = madeUpRow('a', start + hour, {
    ...{ is_active: false, status: 'RELINK_NEEDED', integration_slug: 'lever', end_user: 'Other', origin_id: null },
    ...{ sync_status: 'Failed', relink_needed_at: '2026-03-01T00:00:00Z', is_test_connector: true, sync_progress: 7 },
    ...{ total_employees: 1, active_employees: 1, avg_sync_duration: '1 min 1 sec' }
  }).record

  it.each([...connectorFields])('reads %s as the whole earlier record would', (field) => {
    const before = { ...now, [field]: other[field] } as ConnectorRecord
    expect(wentBack(now, before)).toEqual(reading(before))
  })

  it('reads fields that were not there, that came and went, and that cannot be read', () => {
    const odd = { ...now, sync_progress: 'half', new: 1 }
    const middle: ConnectorRecord = { id: 'a', status: 7, total_employees: 5, end_user: 'Other' }
    const first: ConnectorRecord = { id: 'a', last_sync_start_time: 'yesterday', end_user: 'First' }
    expect(wentBack(odd, middle)).toEqual(reading(middle))
    expect(wentBack(odd, middle, first)).toEqual(reading(first))
    expect(wentBack(first, middle, odd)).toEqual(reading(odd))
  })
})

it('compares what changed more than once, came back, or has fields this app does not know', () => {
  const test = testHistory()
  const rows = (...changes: (Record<string, unknown> | null)[]) =>
    changes.flatMap((change, at) => (change ? [row(`${at}`, change)] : []))
  const ids = [
    rows({}, {}, { old: 1 }, {}, {}, { end_user: 'First' }, {}),
    rows({ total_employees: 5 }, { total_employees: 5 }, {}, null, {}, { end_user: 'Second' }, null),
    rows({}, { total_employees: 6 }, {}, {}, { own: 1 }, { end_user: 'Third' }, { own: 2 }),
    rows(...Array.from({ length: 7 }, () => ({ end_user: 'Now', own: 3, total_employees: 9 })))
  ].map((seen, at) => test.refresh(seen, start + at)?.id ?? 0)
  const compared = (before: number, after: number) => {
    const { counts, changed } = test.history.compare({
      ...{ place, limit: 10 },
      ...{ before: ids[before] ?? 0, after: ids[after] ?? 0 }
    })
    return [counts.same, changed.map(({ key, fields }) => [key, fields.map((one) => Object.values(one))])]
  }
  expect(compared(0, 2)).toEqual([
    2,
    [
      ['HRIS:1', [['total_employees', 120, 6]]],
      ['HRIS:2', [['old', 1, undefined]]],
      ['HRIS:4', [['own', undefined, 1]]],
      ['HRIS:5', [['end_user', 'First', 'Third']]],
      ['HRIS:6', [['own', undefined, 2]]]
    ]
  ])
  expect(compared(1, 2)).toEqual([
    1,
    [
      ['HRIS:0', [['total_employees', 5, 120]]],
      ['HRIS:1', [['total_employees', 5, 6]]],
      ['HRIS:4', [['own', undefined, 1]]],
      ['HRIS:5', [['end_user', 'Second', 'Third']]]
    ]
  ])
  test.remove()
})

describe('a change while a refresh runs, which counts for the next', () => {
  /** Between the second refresh's first page and its end: `meanwhile`, then a page that was on its way. */
  function comparedAfter(meanwhile: (of: TestHistory) => void, late: SeenRow[]) {
    const test = testHistory()
    test.refresh([row('a'), row('b')], start)
    const running = test.history.beginRefresh({ place, startedAt: start + hour, whole: true })
    const add = (rows: SeenRow[]) =>
      test.history.appendPage({ refresh: running, at: start + hour, page: pageOf(rows.map(lineOf)) })
    add([row('a')])
    meanwhile(test)
    add(late)
    const parts = [{ category: 'HRIS' as const, state: 'done' as const, items: 2, repeated: 0 }]
    test.history.endRefresh({ refresh: running, at: start + hour, parts })
    const third = test.refresh([row('a'), row('b')], start + 2 * hour)
    const { counts, changed } = test.history.compare({ place, before: running, after: third?.id ?? 0, limit: 10 })
    test.remove()
    return { counts, changed: changed.map(({ key, fields }) => [key, fields.length]) }
  }
  const same = { counts: { new: 0, gone: 0, recovered: 0, broken: 0, changed: 0, same: 2 }, changed: [] }

  it('does not make a connector gone that a late page brought back', () => {
    const removed = ({ history }: TestHistory) => history.markDeleted({ place, key: 'HRIS:b', at: start + hour })
    expect(comparedAfter(removed, [row('b')])).toEqual(same)
  })
  it('does not make a connector changed that a late page put back', () => {
    const read = ({ history }: TestHistory) =>
      history.seeOne({ place, row: row('b', { end_user: 'Other' }), at: start + hour })
    expect(comparedAfter(read, [row('b')])).toEqual(same)
  })
})
