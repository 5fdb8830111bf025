import { readFileSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccessFact } from '../../shared/issues/access'
import { freshHeadcountLimits } from '../../shared/issues/diagnosis'
import { lineOf, pageOf, type SeenRow } from '../store/tables/connectors/page-lines'
import { Connectors } from '../store/tables/connectors/connectors'
import { Statements } from '../store/statements'
import { Episodes } from '../store/tables/connectors/episodes'
import { madeUpRow } from '../testing/made-up-rows'
import type { Since } from '../issues/store'
import { byAttention, noFilters } from '../../shared/connectors/list/query'
import { atOnce } from '../base/steps'
import { place, start, testHistory, type TestHistory } from '../testing/history'

const minute = 60_000
const hour = 60 * minute
const later = (hours: number) => start + hours * hour

let test: TestHistory
beforeEach(() => (test = testHistory()))
afterEach(() => test.remove())

const row = (id: string, change = {}) => madeUpRow(id, start, change)
const keys = () => test.history.lastRows({ place, after: 0, limit: 100 }).rows.map(({ key }) => key)
const stored = <T>(sql: string) => {
  const database = new Database(test.file)
  const rows = database.prepare(sql).all() as T[]
  database.close()
  return rows
}

describe('a walk that is recorded', () => {
  it('gives the last rows back after a restart, with their age and without handles', () => {
    test.refresh([row('a'), row('b', { status: 'SUSPENDED', extra: [1, { x: '\0' }] })], start)
    test.restart()
    const { rows, refresh, next } = test.history.lastRows({ place, after: 0, limit: 100 })
    expect(rows.map(({ key, tokenRef, seenAt }) => [key, tokenRef, seenAt])).toEqual([
      ['HRIS:a', null, start],
      ['HRIS:b', null, start]
    ])
    expect(rows[1]?.record).toEqual(row('b', { status: 'SUSPENDED', extra: [1, { x: '\0' }] }).record)
    expect(refresh).toMatchObject({ startedAt: start, endedAt: start, ended: 'complete' })
    expect(next).toBeNull()
  })

  it('hands rows out in chunks', () => {
    test.refresh(
      ['a', 'b', 'c'].map((id) => row(id)),
      start
    )
    const first = test.history.lastRows({ place, after: 0, limit: 2 })
    expect(first.rows).toHaveLength(2)
    const second = test.history.lastRows({ place, after: first.next ?? 0, limit: 2 })
    expect(second.rows.map(({ key }) => key)).toEqual(['HRIS:c'])
    expect(second.next).toBeNull()
  })

  it('stores a change only where a record changed', () => {
    for (const at of [0, 1, 2]) test.refresh([row('a'), row('b', { total_employees: at })], later(at))
    const changes = stored<{ kind: string; before: string | null }>('SELECT kind, before FROM change ORDER BY id')
    expect(changes.map(({ kind }) => kind)).toEqual(['new', 'new', 'changed', 'changed'])
    expect(changes[3]?.before).toBe('{"fields":{"total_employees":1},"absent":[]}')
  })

  it('stores changes in the order of the page, of connectors that are new, changed and there twice', () => {
    test.refresh([row('b'), row('d')], start)
    const counted = (id: string, total_employees: number) =>
      row(id, { total_employees, last_sync_start_time: new Date(start + total_employees * minute).toISOString() })
    test.refresh(
      [counted('a', 10), row('b', { note: 'x' }), counted('a', 11), row('c'), row('c'), row('d', { note: 'y' })],
      later(1)
    )
    const changes = stored<{ id: string; kind: string }>(
      'SELECT connector_id AS id, kind FROM change JOIN connector ON connector.id = connector ORDER BY change.id'
    )
    expect(changes.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'b new',
      'd new',
      'a new',
      'b changed',
      'a changed',
      'c new',
      'd changed'
    ])
    const sightings =
      'SELECT connector_id AS id, at FROM sighting JOIN connector ON connector.id = connector ORDER BY id'
    expect(stored(sightings)).toEqual(['a', 'b', 'c', 'd'].map((id) => ({ id, at: later(1) })))
    const counts = stored<{ stretches: string }>(
      `SELECT stretches FROM headcount JOIN connector ON connector.id = connector WHERE connector_id = 'a'`
    )
    expect(counts.map(({ stretches }) => (JSON.parse(stretches) as number[][]).map(([, , count]) => count))).toEqual([
      [10, 11]
    ])
  })

  it('writes one statement for each new connector, and some for its page', () => {
    const ran = vi.spyOn(Statements.prototype, 'run')
    const ids = Array.from({ length: 50 }, (_, at) => `c${at}`)
    test.refresh(
      ids.map((id) => row(id, { sync_status: 'Done', total_employees: 10 })),
      start
    )
    const statements = ran.mock.calls.length
    ran.mockRestore()
    expect(statements).toBeLessThan(ids.length + 10)
    for (const table of ['connector', 'sighting', 'change', 'headcount'])
      expect(stored(`SELECT 1 FROM ${table}`)).toHaveLength(ids.length)
  })

  it('holds no token and no handle of one, wherever they came from', () => {
    const seen = { ...row('a', { connector_token: 'ct_secret_token' }), tokenRef: 'handle-of-a-token' }
    test.refresh([seen], start)
    test.history.close()
    const bytes = readFileSync(test.file).toString('latin1')
    expect(bytes).toContain('End user a')
    expect(bytes).not.toContain('ct_secret_token')
    expect(bytes).not.toContain('handle-of-a-token')
    test.restart()
  })

  it('keeps regions, categories and workspaces apart', () => {
    const others = [
      { place: { ...place, region: 'eu' as const } },
      { place: { ...place, workspaceId: '00000000-0000-4000-8000-000000000002' } }
    ]
    for (const change of others) test.refresh([row('a', { end_user: 'Elsewhere' })], start, change)
    test.refresh([row('a'), madeUpRow('a', start, { end_user: 'In ATS' }, 'ATS')], start)
    const { rows } = test.history.lastRows({ place, after: 0, limit: 100 })
    expect(rows.map(({ record }) => record['end_user'])).toEqual(['End user a', 'In ATS'])
  })

  it.each([
    ['a NUL', '\0'],
    ['a NUL in it', 'a\0b'],
    ['half a character', 'a\ud800'],
    ['quotes', 'a"b\\'],
    ['letters', 'ünï'],
    ['a space', ' '],
    ['10 kB', 'x'.repeat(10_000)]
  ])('keeps an id of %s as it is', (_, id) => {
    test.refresh([row(id), row('a')], start)
    test.refresh([row(id), row('a')], later(1))
    expect(keys()).toEqual([`HRIS:${id}`, 'HRIS:a'])
    expect(stored('SELECT * FROM change')).toHaveLength(2)
    expect(test.history.connector({ place, key: `HRIS:${id}`, now: start })?.diagnosis.kind).toBe('healthy')
  })

  it('leaves out what comes for a walk that has ended', () => {
    const refresh = test.history.beginRefresh({ place, startedAt: start, whole: true })
    test.history.endRefresh({ refresh, at: start, parts: [] })
    test.history.appendPage({ refresh, page: pageOf([row('late')].map(lineOf)), at: start })
    expect(keys()).toEqual([])
    expect(test.history.endRefresh({ refresh, at: start, parts: [] })).toBeNull()
  })
})

describe('the queue of the last session', () => {
  const relink = row('a', { status: 'RELINK_NEEDED' })

  it('is there at once, as it was, until this session has one', () => {
    test.refresh([relink, row('b')], start)
    const issueList = test.history.issueList({ place, now: later(1) })
    test.history.changeIssues({ place, keys: ['HRIS:a'], change: { owner: 'Ada' }, now: later(1) })
    test.restart()
    const kept = test.history.keptIssues({ place })?.news
    const { at, counts } = issueList
    expect(kept).toMatchObject({ since: null, list: { at, counts, groups: [{ cause: 'relink', count: 1 }] } })
    expect(JSON.parse(kept?.page ?? '')).toMatchObject([{ key: 'HRIS:a', owner: 'Ada' }])
    expect(test.history.keptIssues({ place: { ...place, region: 'eu' } })).toBeNull()
    const since = kept?.version ?? null
    const { news } = test.history.issueNews({ place, now: later(2), calm: [], since })
    expect(news).toMatchObject({ since, page: '[]', more: 0 })
    expect(test.history.keptIssues({ place })).toBeNull()
  })

  it('is replaced, never added to, by the next session', () => {
    for (const at of [1, 2, 3]) {
      test.refresh([relink], later(at))
      test.history.issueList({ place, now: later(at) })
      test.restart()
      expect(test.history.keptIssues({ place })?.news.list.at).toBe(later(at))
    }
    expect(stored('SELECT * FROM kept_queue')).toHaveLength(1)
  })

  it('is null where it is not as this version knows it, and goes with its workspace', () => {
    test.refresh([relink], start)
    test.history.issueList({ place, now: start })
    test.restart()
    const database = new Database(test.file)
    database.prepare(`UPDATE kept_queue SET queue = x'00'`).run()
    database.close()
    expect(test.history.keptIssues({ place })).toBeNull()
    test.history.removeWorkspace({ workspaceId: place.workspaceId })
    expect(stored('SELECT * FROM kept_queue')).toEqual([])
  })
})

describe('gone', () => {
  /** As the window is shown them. */
  const listed = () => {
    const query = { filters: noFilters, sort: byAttention }
    return test.history.listKeys({ place, now: start, query, most: 9 }).sort()
  }
  beforeEach(() => {
    test.refresh([row('a'), row('b')], start)
    // From now on the list follows what is stored.
    expect(listed()).toEqual(['HRIS:a', 'HRIS:b'])
  })
  afterEach(() => expect(listed()).toEqual(keys().sort()))

  it('is what a complete walk did not bring; what comes back is there again', () => {
    expect(test.refresh([row('a')], later(1))?.ended).toBe('complete')
    expect([keys(), listed()]).toEqual([['HRIS:a'], ['HRIS:a']])
    expect(test.history.connector({ place, key: 'HRIS:b', now: later(2) })?.goneAt).toBe(later(1))
    test.refresh([row('a'), row('b')], later(2))
    expect(keys()).toEqual(['HRIS:a', 'HRIS:b'])
  })

  it.each([
    ['failed', 'incomplete', { parts: [{ state: 'failed' as const }] }],
    ['cancelled', 'incomplete', { parts: [{ state: 'cancelled' as const }] }],
    ['one category failed', 'incomplete', { parts: [{}, { category: 'ATS' as const, state: 'failed' as const }] }],
    ['an id came twice', 'inconsistent', { parts: [{ repeated: 1 }] }],
    [
      'an id came twice in another category',
      'inconsistent',
      { parts: [{}, { category: 'ATS' as const, repeated: 1 }] }
    ],
    ['the list was filtered', 'incomplete', { whole: false }],
    ['every category was refused', 'incomplete', { parts: [{ state: 'refused' as const, items: 0 }] }]
  ])('is nothing where %s', (_, diagnosis, change) => {
    expect(test.refresh([row('a', { total_employees: 7 })], later(1), change)?.ended).toBe(diagnosis)
    expect(keys()).toEqual(['HRIS:a', 'HRIS:b'])
    // Connectors of an incomplete refresh still count as seen.
    expect(test.history.connector({ place, key: 'HRIS:a', now: later(1) })?.touches.employees).toBe(7)
  })

  it('covers categories that were walked, not one that is refused', () => {
    test.refresh([row('a'), row('b'), madeUpRow('x', start, {}, 'LMS')], later(1), { parts: [{}, { category: 'LMS' }] })
    const refused = { parts: [{}, { category: 'LMS' as const, state: 'refused' as const, items: 0 }] }
    expect(test.refresh([row('a')], later(2), refused)?.ended).toBe('complete')
    expect(keys()).toEqual(['HRIS:a', 'LMS:x'])
  })

  it('is what the service confirmed to have deleted, before any walk', () => {
    expect(test.history.markDeleted({ place, key: 'HRIS:a', at: later(1) })).toBe(true)
    expect(test.history.markDeleted({ place, key: 'HRIS:a', at: later(1) })).toBe(false)
    expect(test.history.markDeleted({ place, key: 'HRIS:never', at: later(1) })).toBe(false)
    expect(keys()).toEqual(['HRIS:b'])
  })

  it('is nothing after a crash in the middle: the walk stays incomplete', () => {
    const refresh = test.history.beginRefresh({ place, startedAt: later(1), whole: true })
    test.history.appendPage({ refresh, page: pageOf([row('a', { sync_status: 'Failed' })].map(lineOf)), at: later(1) })
    test.restart()
    expect(test.history.refreshes({ place, limit: 5 })[0]).toMatchObject({
      id: refresh,
      ended: 'incomplete',
      endedAt: null
    })
    expect(test.history.endRefresh({ refresh, at: later(1), parts: [] })).toBeNull()
    expect(keys()).toEqual(['HRIS:a', 'HRIS:b'])
    expect(test.history.issueList({ place, now: later(1) }).counts.issues).toBe(1)
  })
})

describe('one connector that is read again between walks', () => {
  const broken = { status: 'RELINK_NEEDED', relink_needed_at: new Date(start - hour).toISOString() }
  const seeOne = (one: SeenRow, hours: number) => test.history.seeOne({ place, row: one, at: later(hours) })
  const health = (hours: number) => test.history.connector({ place, key: 'HRIS:a', now: later(hours) })

  it('is judged by what was read, and its case closes', () => {
    test.refresh([row('a', broken), row('b')], start)
    expect(test.history.issueList({ place, now: start }).counts.issues).toBe(1)
    seeOne(row('a'), 1)
    expect(test.history.issueList({ place, now: later(1) }).counts.issues).toBe(0)
    expect(health(1)).toMatchObject({ diagnosis: { kind: 'healthy' }, lastSeenAt: later(1), refreshes: 1 })
    expect(health(1)?.issues[0]?.events.at(-1)).toMatchObject({ kind: 'recovered', at: later(1) })
    expect(test.history.refreshes({ place, limit: 9 })).toHaveLength(1)
  })

  it('counts as a change of the walk that comes', () => {
    test.refresh([row('a', broken)], start)
    seeOne(row('a'), 1)
    test.refresh([row('a')], later(2))
    const [after, before] = test.history.refreshes({ place, limit: 2 }).map(({ id }) => id)
    const compared = test.history.compare({ place, before: before ?? 0, after: after ?? 0, limit: 9 })
    expect(compared.counts).toMatchObject({ recovered: 1, same: 0 })
  })

  it('is gone all the same when a complete walk does not bring it', () => {
    test.refresh([row('a'), row('b')], start)
    seeOne(row('a'), 1)
    seeOne(row('new'), 1)
    expect(keys()).toEqual(['HRIS:a', 'HRIS:b', 'HRIS:new'])
    test.refresh([row('b')], later(2))
    expect(keys()).toEqual(['HRIS:b'])
  })

  it('is gone by another desk’s refresh all the same: it tells once', () => {
    test.refresh([row('a'), row('b')], start)
    const refresh = test.history.beginRefresh({ place, startedAt: later(1), whole: true })
    test.history.appendPage({ refresh, page: pageOf([row('a')].map(lineOf)), at: later(3) })
    seeOne(row('b'), 2)
    const part = { category: 'HRIS' as const, state: 'done' as const, items: 1, repeated: 0 }
    test.history.endRefresh({ refresh, at: later(3), parts: [part], taken: true })
    expect(keys()).toEqual(['HRIS:a'])
  })

  it('is not gone when it was read while a refresh ran that had passed its place', () => {
    test.refresh([row('a'), row('old')], start)
    test.refresh([row('a')], later(1))
    const refresh = test.history.beginRefresh({ place, startedAt: later(2), whole: true })
    test.history.appendPage({ refresh, page: pageOf([row('a')].map(lineOf)), at: later(2) })
    seeOne(row('new'), 3)
    seeOne(row('old'), 3)
    const part = { category: 'HRIS' as const, state: 'done' as const, items: 1, repeated: 0 }
    expect(test.history.endRefresh({ refresh, at: later(4), parts: [part] })?.ended).toBe('complete')
    expect(keys()).toEqual(['HRIS:a', 'HRIS:old', 'HRIS:new'])
    // The next one tells.
    test.refresh([row('a')], later(5))
    expect(keys()).toEqual(['HRIS:a'])
  })

  it('is not gone when it was read while the walk that brought it went on', () => {
    const refresh = test.history.beginRefresh({ place, startedAt: start, whole: true })
    test.history.appendPage({ refresh, page: pageOf([row('a')].map(lineOf)), at: start })
    seeOne(row('a', { sync_status: 'Failed' }), 1)
    const part = { category: 'HRIS' as const, state: 'done' as const, items: 1, repeated: 0 }
    expect(test.history.endRefresh({ refresh, at: later(2), parts: [part] })?.ended).toBe('complete')
    expect(keys()).toEqual(['HRIS:a'])
  })
})

describe('cases', () => {
  const broken = { status: 'RELINK_NEEDED', relink_needed_at: new Date(start - hour).toISOString() }
  const change = (patch: object, now = start) =>
    test.history.changeIssues({ place, keys: ['HRIS:a'], change: patch, now })
  const issues = (now = later(9)) => test.history.connector({ place, key: 'HRIS:a', now })?.issues ?? []

  it('open, are worked, kept over restarts, and close by themselves', () => {
    test.refresh([row('a', broken), row('b')], start)
    expect(test.history.issueList({ place, now: start }).counts).toMatchObject({ issues: 1, fine: 1 })
    change({ owner: 'Maya', note: 'Rang them.\0' })
    change({ requested: 'copied', snoozedUntil: later(2), owner: 'Maya' }, later(1))
    test.restart()
    expect(test.history.issueList({ place, now: later(1) })).toMatchObject({
      counts: { issues: 0, snoozed: 1 },
      snoozed: [{ key: 'HRIS:a', owner: 'Maya', hasNote: true, snoozedUntil: later(2), requestedAt: later(1) }]
    })
    expect(test.history.issueList({ place, now: later(2) }).counts).toMatchObject({ issues: 1, snoozed: 0 })
    test.refresh([row('a'), row('b')], later(3))
    expect(test.history.issueList({ place, now: later(3) }).counts).toMatchObject({ issues: 0, fine: 2 })
    expect(issues()[0]).toMatchObject({ cause: 'relink', owner: 'Maya', note: 'Rang them.', closedAt: later(3) })
    expect(issues()[0]?.events.map(({ kind, at }) => [kind, at])).toEqual([
      ['opened', start],
      ['owner-changed', start],
      ['noted', start],
      ['snoozed', later(1)],
      ['requested', later(1)],
      ['recovered', later(3)]
    ])
  })

  it('that are open are changed without a look at any other connector', () => {
    test.refresh([row('a', broken), row('b', broken), row('c')], start)
    test.history.issueList({ place, now: start })
    test.restart()
    const [present, open] = [vi.spyOn(Connectors.prototype, 'present'), vi.spyOn(Episodes.prototype, 'open')]
    expect(change({ owner: 'Maya' }, later(1))[0]).toMatchObject({ key: 'HRIS:a', owner: 'Maya' })
    expect([present, open].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    present.mockRestore()
    open.mockRestore()
  })

  it('get a line below the note that each has by now: all of them, or none', () => {
    test.refresh([row('a', broken), row('b', broken)], start)
    change({ note: 'Asked on Monday' })
    const append = (appended: string) =>
      test.history
        .changeIssues({ place, keys: ['HRIS:a', 'HRIS:b'], change: { appended }, now: later(1) })
        .map(({ note }) => note)
    expect(append('No right')).toEqual(['Asked on Monday\nNo right', 'No right'])
    const most = 'x'.repeat(20_000 - 'No right\n'.length)
    expect(() => append(most)).toThrow(/The note of HRIS:a is too long for another line/)
    change({ note: '' })
    expect(append('Again')).toEqual(['Again', 'No right\nAgain'])
    expect(issues()[0]?.events.map(({ kind }) => kind)).toEqual(['opened', 'noted', 'noted', 'noted', 'noted'])
  })

  it('that an operator changes are not in the queue that was kept before', () => {
    test.refresh([row('a', broken)], start)
    test.history.issueList({ place, now: start })
    test.restart()
    expect(test.history.keptIssues({ place })?.news.list.counts.issues).toBe(1)
    change({ snoozedUntil: later(9) }, later(1))
    expect(test.history.keptIssues({ place })).toBeNull()
  })

  it('that replace another keep owner and note, and are not snoozed', () => {
    test.refresh([row('a', { sync_status: 'Failed' })], start)
    change({ owner: 'Ines', note: 'n', snoozedUntil: later(50) })
    test.refresh([row('a', broken)], later(1))
    const issueList = test.history.issueList({ place, now: later(1) })
    expect(issueList.groups[0]?.integrations[0]?.issues[0]).toMatchObject({
      cause: 'relink',
      owner: 'Ines',
      hasNote: true
    })
    expect(issueList.groups[0]?.integrations[0]?.issues[0]?.snoozedUntil).toBeNull()
    expect(issues().map(({ cause, events }) => [cause, events.map(({ kind, detail }) => [kind, detail])])).toEqual([
      ['relink', [['opened', 'failed']]],
      [
        'failed',
        [
          ['opened', null],
          ['owner-changed', 'Ines'],
          ['noted', null],
          ['snoozed', String(later(50))],
          ['became', 'relink']
        ]
      ]
    ])
  })

  it('about fields that cannot be read stay the issue that versions before called inconsistent', () => {
    test.refresh([row('a', { is_active: false, next_sync_start_time: new Date(later(9)).toISOString() })], start)
    change({ owner: 'Ines', snoozedUntil: later(50) })
    test.refresh([row('a', { created_at: 'soon' })], later(1))
    expect(test.history.issueList({ place, now: later(1) }).snoozed).toMatchObject([
      { cause: 'unreadable', owner: 'Ines', snoozedUntil: later(50) }
    ])
    expect(issues()).toHaveLength(1)
  })

  it('of a new episode are new', () => {
    for (const [at, now] of [broken, {}, broken].entries()) {
      test.refresh([row('a', now)], later(at))
      test.history.issueList({ place, now: later(at) })
      if (at === 0) change({ owner: 'Maya' })
    }
    expect(issues().map(({ owner, closedAt }) => [owner, closedAt])).toEqual([
      ['', null],
      ['Maya', later(1)]
    ])
  })

  it('close when the connector is gone', () => {
    test.refresh([row('a', broken), row('b')], start)
    test.history.issueList({ place, now: start })
    test.refresh([row('b')], later(1))
    test.history.issueList({ place, now: later(1) })
    expect(issues()[0]?.events.at(-1)).toEqual({ at: later(1), kind: 'gone', detail: null, operator: null })
  })

  it('list the new ones since a time, or since a case', () => {
    const fresh = (since: Since, now: number) => {
      const { issues, last } = atOnce(test.history.newIssues({ place, since, now }))
      return [issues.map(({ key }) => key), last]
    }
    test.refresh([row('a', broken), row('b')], start)
    expect(fresh({ time: start - 1 }, start)).toEqual([['HRIS:a'], 1])
    test.refresh([row('a', broken), row('b', broken)], later(1))
    expect(fresh({ time: start }, later(1))).toEqual([['HRIS:b'], 2])
    expect(fresh({ time: later(1) }, later(1))).toEqual([[], 2])
    expect(fresh({ issue: 1 }, later(1))).toEqual([['HRIS:b'], 2])
    expect(fresh({ issue: 7 }, later(1))).toEqual([[], 7])
  })

  it('of test connectors open only when an operator works on them', () => {
    test.refresh([row('a', { ...broken, is_test_connector: true })], start)
    expect(test.history.issueList({ place, now: start })).toMatchObject({
      counts: { issues: 0, tests: 1 },
      tests: [{ key: 'HRIS:a' }]
    })
    expect(issues()).toEqual([])
    expect(change({ owner: 'Maya' })[0]?.owner).toBe('Maya')
  })

  it('do not exist for a healthy connector, or for one that no walk has seen', () => {
    test.refresh([row('a')], start)
    expect(change({ owner: 'Maya' })).toEqual([])
    expect(
      test.history.changeIssues({ place, keys: ['HRIS:never', 'nonsense'], change: { owner: 'x' }, now: start })
    ).toEqual([])
  })
})

describe('a connector', () => {
  it('settles the cases of all once, however many are looked at', () => {
    test.refresh([row('a'), row('b'), row('c')], start)
    const open = vi.spyOn(Episodes.prototype, 'open')
    for (const id of ['a', 'b', 'c']) test.history.connector({ place, key: `HRIS:${id}`, now: start })
    expect(open).toHaveBeenCalledTimes(1)
    open.mockRestore()
  })

  it('comes with its past: what walks saw, runs, siblings', () => {
    const at = (hours: number) => new Date(later(hours)).toISOString()
    const run = (begin: number, sync_status: string) => ({
      sync_status,
      last_sync_start_time: at(begin),
      next_sync_start_time: at(begin + 6)
    })
    test.refresh([row('a', run(-6, 'Done')), row('b', { origin_id: 'origin-a', integration_slug: 'lever' })], start)
    test.refresh([row('a', run(0, 'Done')), row('b', { origin_id: 'origin-a', integration_slug: 'lever' })], later(1))
    test.refresh(
      [
        row('a', { ...run(6, 'Failed'), status: 'RELINK_NEEDED', relink_needed_at: at(6.1) }),
        row('b', { origin_id: 'origin-a', integration_slug: 'lever', next_sync_start_time: at(10) })
      ],
      later(7)
    )
    const health = test.history.connector({ place, key: 'HRIS:a', now: later(8) })
    expect(health?.diagnosis).toMatchObject({ kind: 'relink', lastGoodSync: { kind: 'seen-done', time: start } })
    expect(health?.runs).toMatchObject({ cadence: 6 * hour, counts: { seen: 3, failed: 1, missing: 0 } })
    expect(health?.siblings).toMatchObject([{ key: 'HRIS:b', kind: 'healthy' }])
    expect(health).toMatchObject({ refreshes: 3, firstSeenAt: start, lastSeenAt: later(7) })
    expect(health?.timeline.slice(0, 7).map(({ words }) => words)).toEqual([
      'Issue opened: Relink needed',
      'Status changed from COMPLETE to RELINK_NEEDED',
      'Still RELINK_NEEDED',
      'Relink needed',
      'Sync started, ended Failed',
      'First seen',
      'Sync Done: last good sync'
    ])
    expect(health?.fields.map(({ field }) => field)).toEqual(Object.keys(row('a').record))
  })

  it.each(['constructor', 'toString', '__proto__'])('is read where the service says %s', (word) => {
    const odd = row('a', { status: word, sync_status: word, ...(word !== '__proto__' && { [word]: 1 }) })
    for (const [hours, seen] of [row('a'), odd, row('a')].entries()) test.refresh([seen], later(hours))
    const [third, second, first] = test.history.refreshes({ place, limit: 3 }).map(({ id }) => id)
    const between = (before = 0, after = 0) => test.history.compare({ place, before, after, limit: 10 })
    // As on the thread's border.
    const fields = structuredClone(between(first, second)).broken[0]?.fields.map(({ field }) => field)
    expect(fields).toEqual(['status', 'sync_status', ...(word !== '__proto__' ? [word] : [])])
    expect(between(first, third).counts).toMatchObject({ changed: 0, same: 1 })
    test.refresh([odd], later(3))
    const health = structuredClone(test.history.connector({ place, key: 'HRIS:a', now: later(3) }))
    expect(health?.fields.find(({ field }) => field === 'status')?.reading).toBe('a status this app does not know')
    expect(health?.fields.filter(({ reading, time }) => typeof reading !== 'string' || Number.isNaN(time))).toEqual([])
    expect(health?.runs.bars.every(({ outcome }) => typeof outcome === 'string')).toBe(true)
  })

  it('with a number that JSON cannot write has it marked, not read as missing', () => {
    for (const hours of [0, 1]) test.refresh([row('a', { total_employees: Infinity })], later(hours))
    const health = test.history.connector({ place, key: 'HRIS:a', now: later(1) })
    expect(health?.fields.find(({ field }) => field === 'total_employees')).toMatchObject({ odd: true })
    expect(stored('SELECT kind FROM change')).toHaveLength(1)
  })

  it('that no walk has seen is null', () => {
    expect(test.history.connector({ place, key: 'HRIS:a', now: start })).toBeNull()
  })
})

describe('verdicts', () => {
  it('come in chunks, in the order of the rows, and follow a new walk at once', () => {
    test.refresh(
      ['a', 'b', 'c'].map((id) => row(id)),
      start
    )
    const first = test.history.diagnoses({ place, now: start, from: 0, count: 2 })
    expect([first.rows.map(({ key }) => key), first.next]).toEqual([['HRIS:a', 'HRIS:b'], 2])
    test.refresh(
      ['a', 'b', 'c'].map((id) => row(id, { sync_status: 'Failed' })),
      start
    )
    const { rows, next } = test.history.diagnoses({ place, now: start, from: 0, count: 3 })
    expect([rows.map(({ kind }) => kind), next]).toEqual([['failed', 'failed', 'failed'], null])
  })
})

describe('answers of a connector’s provider', () => {
  const at = start + hour
  const fact = (said: AccessFact['said'], later = 0): AccessFact => ({
    ...{ at: at + later, said, status: said === 'dead' ? 401 : 200, method: 'GET' as const, by: 'check' as const }
  })
  const note = (one: AccessFact) => test.history.noteAccess({ place, key: 'HRIS:a', fact: one })
  const health = (now: number) => test.history.connector({ place, key: 'HRIS:a', now })
  const good = {
    status: 'COMPLETE',
    sync_status: 'Done',
    last_sync_start_time: new Date(start).toISOString(),
    next_sync_start_time: null
  }

  it('open an issue where the status is good, also after a restart, and a later answer closes it', () => {
    test.refresh([row('a', good)], start + 1)
    expect([note(fact('dead')), note(fact('dead', 1)), note(fact('limited', 2))]).toEqual([true, false, false])
    test.restart()
    const causes = (now: number) => test.history.issueList({ place, now }).groups.map(({ cause }) => cause)
    expect(causes(at + 10)).toEqual(['contradictory'])
    expect(health(at + 10)?.diagnosis).toMatchObject({ kind: 'contradictory', since: at })
    expect(health(at + 10)?.access).toEqual([fact('limited', 2), { ...fact('dead', 1), since: at }])
    test.refresh([row('a', { ...good, total_employees: 77 })], at + 20)
    expect(causes(at + 30)).toEqual(['contradictory'])
    expect(note(fact('works', 40))).toBe(true)
    expect([causes(at + 50), health(at + 50)?.issues[0]?.events.at(-1)?.kind]).toEqual([[], 'recovered'])
  })

  it('of another request end no rejection: it may be public; the same one does, or one that was rejected before', () => {
    test.refresh([row('a', good)], start + 1)
    const of = (said: AccessFact['said'], later: number, asked: string) => ({ ...fact(said, later), asked })
    const kind = () => health(at + 90)?.diagnosis.kind
    note(of('dead', 1, 'me'))
    for (let n = 2; n <= 14; n++) note(of('works', n, `public-${n}`))
    expect(kind()).toBe('contradictory')
    expect(health(at + 90)?.access.at(-1)).toEqual(of('dead', 1, 'me'))
    test.restart()
    expect(kind()).toBe('contradictory')
    note(of('works', 20, 'me'))
    expect(kind()).toBe('healthy')
    note(of('no-right', 30, 'pay'))
    note(of('dead', 31, 'me'))
    expect(kind()).toBe('contradictory')
    note(of('works', 32, 'pay'))
    expect(kind()).toBe('healthy')
  })

  it('stay as far as they are certain, however many follow that are not', () => {
    test.refresh([row('a', good)], start + 1)
    note(fact('dead'))
    for (let n = 1; n <= 40; n++) note(fact(n % 2 === 0 ? 'limited' : 'unclear', n))
    expect(health(at + 50)?.access).toHaveLength(10)
    expect(health(at + 50)?.access.at(-1)).toEqual(fact('dead'))
    expect(health(at + 50)?.diagnosis.kind).toBe('contradictory')
  })

  it('that agree with the record change no diagnosis', () => {
    test.refresh([row('a', good)], start + 1)
    const before = test.history.diagnoses({ place, now: at, from: 0, count: 1 })
    expect([note(fact('works')), note(fact('no-right', 1)), note(fact('works', 2))]).toEqual([false, false, false])
    expect(test.history.diagnoses({ place, now: at, from: 0, count: 1 })).toEqual(before)
    expect(health(at)?.access.map(({ said }) => said)).toEqual(['works', 'no-right', 'works'])
  })

  it('are left out where no refresh has seen the connector', () => {
    expect(test.history.noteAccess({ place, key: 'HRIS:nobody', fact: fact('dead') })).toBe(false)
  })
})

describe('employees of earlier syncs', () => {
  const day = 24 * hour
  /** A refresh after each sync, twice a day. @param counts by half days @returns when the last one was */
  function syncs(counts: readonly (number | null)[], change: (n: number) => object = () => ({})): number {
    let at = start
    for (const [n, total_employees] of counts.entries()) {
      const synced = {
        sync_status: 'Done',
        last_sync_start_time: new Date(at).toISOString(),
        next_sync_start_time: null
      }
      test.refresh([row('a', { ...synced, total_employees, ...change(n) })], at + hour)
      at += day / 2
    }
    return at - day / 2 + hour
  }
  const times = (count: number, of: number) => Array.from({ length: of }, () => count)
  const diagnosis = (now: number) => test.history.connector({ place, key: 'HRIS:a', now })?.diagnosis
  const joining = Array.from({ length: 10 }, (_, n) => times(800 + n, 5)).flat()

  it('tell a sudden drop, also after a restart, with the facts in the evidence and in the list', () => {
    const now = syncs([...times(812, 13), 9])
    test.restart()
    expect(diagnosis(now)).toMatchObject({ kind: 'drop', short: '812 → 9 since {since}', since: now - hour })
    expect(diagnosis(now)?.evidence).toContainEqual(expect.objectContaining({ field: 'employees before', value: 812 }))
    expect(test.history.connector({ place, key: 'HRIS:a', now })?.headcounts).toEqual([
      { first: start, last: now - hour - day / 2, count: 812, syncs: 13 },
      { first: now - hour, last: now - hour, count: 9, syncs: 1 }
    ])
    expect(test.history.issueList({ place, now }).groups.map(({ cause, count }) => [cause, count])).toEqual([
      ['drop', 1]
    ])
  })

  it('tell frozen data, until the workspace says that they are no issue', () => {
    const now = syncs([...joining, ...times(820, 91)])
    expect(diagnosis(now)).toMatchObject({ kind: 'frozen', short: 'Same 820 since {since}' })
    test.history.limitHeadcounts({ workspaceId: place.workspaceId, headcounts: { ...freshHeadcountLimits, frozen: 0 } })
    expect(diagnosis(now)?.kind).toBe('healthy')
    expect(test.history.issueList({ place, now }).groups).toEqual([])
    // Hidden, not over: other desks of a team may show it.
    const open = () =>
      test.history.connector({ place, key: 'HRIS:a', now })?.issues.map(({ closedAt, cause }) => [cause, closedAt])
    expect(open()).toEqual([['frozen', null]])
    syncs([...joining, ...times(820, 91), 821])
    test.history.issueList({ place, now: now + day / 2 })
    expect(open()?.find(([cause]) => cause === 'frozen')).toEqual(['frozen', now + day / 2])
  })

  it.each([
    ['of a test connector', () => ({ is_test_connector: true })],
    ['of syncs that failed or are running', (n: number) => (n === 13 ? { sync_status: 'Syncing' } : {})],
    ['of a connector that needs a relink', (n: number) => (n === 13 ? { status: 'RELINK_NEEDED' } : {})]
  ])('tell nothing %s', (_, change) => {
    expect(diagnosis(syncs([...times(812, 13), 9], change))?.kind).not.toBe('drop')
  })

  it('may be absent', () => {
    const now = syncs([...times(812, 9), null])
    expect(diagnosis(now)?.kind).toBe('healthy')
  })

  it('go with their connector', () => {
    syncs(times(812, 2))
    test.history.removeWorkspace({ workspaceId: place.workspaceId })
    expect(stored('SELECT 1 FROM headcount')).toEqual([])
  })
})

describe('candidates by the fetches of all of them, as no refresh brings their number', () => {
  const day = 24 * hour
  const key = 'ATS:a'
  const synced = (at: number, change = {}) => ({
    ...{ total_employees: null, active_employees: null, next_sync_start_time: null, sync_status: 'Done' },
    ...{ last_sync_start_time: new Date(at).toISOString(), ...change }
  })
  const refresh = (at: number, change = {}) =>
    test.refresh([madeUpRow('a', start, synced(at, change), 'ATS')], at + hour)
  const counted = (count: number, at: number, startedAt = at) =>
    test.history.noteCount({ place, key, count, startedAt, at })
  /** A refresh and a fetch after each daily sync. @returns when the last one was */
  function fetches(counts: readonly number[]): number {
    for (const [n, count] of counts.entries()) {
      refresh(start + n * day)
      counted(count, start + n * day + 2 * hour)
    }
    return start + (counts.length - 1) * day + 2 * hour
  }
  const health = (now: number) => test.history.connector({ place, key, now })
  const times = (count: number, of: number) => Array.from({ length: of }, () => count)

  it('tell a sudden drop, also after a restart, until they are back', () => {
    let now = fetches([...times(300, 8), 12])
    for (const look of ['at once', 'after a restart']) {
      expect(health(now)?.diagnosis, look).toMatchObject({
        kind: 'drop',
        short: '300 → 12 since {since}',
        words:
          '12 candidates since the sync of {since}. In the 8 syncs before that were fetched, it was 300. No error is reported.'
      })
      test.restart()
    }
    expect(health(now)?.diagnosis.evidence).toContainEqual(
      expect.objectContaining({
        field: 'candidates before',
        value: 300,
        reading: expect.stringContaining('at the last count')
      })
    )
    expect(health(now)?.diagnosis.evidence).toContainEqual(
      expect.objectContaining({ field: 'last counted', time: start + 8 * day })
    )
    expect(health(now)?.diagnosis.evidence.map(({ field }) => field)).not.toContain('total_employees')
    expect(test.history.issueList({ place, now }).groups.map(({ cause }) => cause)).toEqual(['drop'])
    refresh((now += day))
    expect(counted(298, now + 2 * hour)).toBe(true)
    expect(health(now + 2 * hour)?.diagnosis.kind).toBe('healthy')
  })

  it('count once for each sync, and not from fewer than eight', () => {
    const now = fetches([...times(300, 7), 12])
    expect(health(now)?.diagnosis.kind).toBe('healthy')
    counted(12, now + hour)
    expect(health(now)?.headcounts).toEqual([
      { first: start, last: start + 6 * day, count: 300, syncs: 7 },
      { first: start + 7 * day, last: start + 7 * day, count: 12, syncs: 1 }
    ])
  })

  it('stay a drop through syncs that nobody counted, and end it once they are counted again', () => {
    let now = fetches([...times(300, 8), 12])
    refresh((now += 90 * day))
    expect(health(now + hour)?.diagnosis).toMatchObject({
      kind: 'drop',
      action: { what: expect.stringContaining('fetch all candidates in Data after the next sync') }
    })
    expect(health(now + hour)?.issues).toMatchObject([{ cause: 'drop', closedAt: null }])
    expect(counted(298, now + 2 * hour)).toBe(true)
    expect(health(now + 2 * hour)?.diagnosis.kind).toBe('healthy')
  })

  it('tell a drop from the first count after a weekend on, not from a sync that nobody counted', () => {
    // The twelfth is a Saturday.
    let now = fetches([...times(300, 11), 12])
    expect(health(now)?.diagnosis.kind).toBe('healthy')
    refresh((now += 2 * day))
    expect(health(now + hour)?.diagnosis.kind).toBe('healthy')
    counted(12, now + 2 * hour)
    expect(health(now + 2 * hour)?.diagnosis.kind).toBe('drop')
  })

  it('may change a diagnosis only where a drop was told or is', () => {
    const now = fetches(times(300, 8))
    refresh(now + day)
    expect(counted(300, now + day + 2 * hour)).toBe(false)
    refresh(now + 2 * day)
    expect(counted(12, now + 2 * day + 2 * hour)).toBe(true)
  })

  it('of a fetch that a newer sync overtook are not kept', () => {
    const next = (hours: number) => ({ next_sync_start_time: new Date(start + hours * hour).toISOString() })
    refresh(start)
    counted(300, start + 3 * hour, start - 1)
    expect(health(start)?.headcounts).toEqual([])
    refresh(start, next(2))
    counted(300, start + 3 * hour, start + hour)
    expect(health(start)?.headcounts).toEqual([])
    refresh(start, next(4))
    counted(300, start + 3 * hour, start + hour)
    expect(health(start)?.headcounts).toMatchObject([{ count: 300 }])
  })

  it('of a fetch that began while a sync ran are not kept, though it was done before the fetch was', () => {
    refresh(start)
    // Seen Done an hour after it began, half an hour after the fetch did.
    refresh(start + 2 * hour)
    counted(300, start + 5 * hour, start + 2.5 * hour)
    expect(health(start)?.headcounts).toEqual([])
    counted(300, start + 6 * hour, start + 5 * hour)
    expect(health(start)?.headcounts).toMatchObject([{ count: 300 }])
  })

  it('are replaced by a later fetch after the same sync, and a drop with them', () => {
    const now = fetches([...times(300, 8), 12])
    const before = health(now)?.headcounts.slice(0, -1)
    expect(counted(301, now + hour)).toBe(true)
    expect(health(now)?.diagnosis.kind).toBe('healthy')
    expect(health(now)?.headcounts).toEqual([
      ...(before ?? []),
      { first: start + 8 * day, last: start + 8 * day, count: 301, syncs: 1 }
    ])
    counted(300, now + 2 * hour)
    expect(health(now)?.headcounts).toEqual([{ first: start, last: start + 8 * day, count: 300, syncs: 9 }])
    counted(12, now + 3 * hour)
    expect(health(now)?.diagnosis.kind).toBe('drop')
    expect(health(now)?.headcounts[0]).toEqual({ first: start, last: start + 7 * day, count: 300, syncs: 8 })
  })

  it.each([
    ['while a sync runs', { sync_status: 'Syncing' }],
    ['of a test connector', { is_test_connector: true }],
    ['where the record has a number of its own', { total_employees: 300 }],
    ['before the first sync', { sync_status: null, last_sync_start_time: null }]
  ])('are not kept %s', (_, change) => {
    refresh(start, change)
    const before = health(start)?.headcounts
    counted(300, start + 2 * hour)
    expect(health(start)?.headcounts).toEqual(before)
  })

  it('are not kept of a connector that no refresh has seen, or that is gone', () => {
    expect(counted(300, start)).toBe(false)
    refresh(start)
    test.history.markDeleted({ place, key, at: start + hour })
    expect(counted(300, start + 2 * hour)).toBe(false)
  })
})

describe('what is held of a place while walks go on', () => {
  const broken = { sync_status: 'Failed' }
  const refreshes: [name: string, rows: SeenRow[]][] = [
    ['the first', [row('a'), row('b', broken), row('c')]],
    ['nothing new', [row('a'), row('b', broken), row('c')]],
    ['one recovered, one broken, one new', [row('a', broken), row('b'), row('c'), row('d', broken)]],
    ['one gone', [row('a', broken), row('c'), row('d')]],
    ['it is back, before others', [row('a'), row('b', broken), row('c'), row('d')]],
    ['in another order', [row('d', broken), row('c'), row('b'), row('a')]],
    ['one twice in a page, differing', [row('a', broken), row('b'), row('a'), row('c'), row('d')]]
  ]

  it('says the same as a look at all of it', () => {
    const seen = () => {
      const issueList = test.history.issueList({ place, now: later(refreshes.length) })
      const { rows } = test.history.diagnoses({ place, now: later(refreshes.length), from: 0, count: 99 })
      return { issueList, rows }
    }
    for (const [at, [name, rows]] of refreshes.entries()) {
      test.refresh(rows, later(at))
      const held = seen()
      test.restart()
      expect(seen(), name).toEqual(held)
    }
    expect(test.history.lastRecord({ place, key: 'HRIS:a' })).toEqual(row('a').record)
  })

  it('is not judged again for each chunk of a list that is read meanwhile', () => {
    test.refresh([row('a'), row('b')], start)
    const chunk = (from: number) => test.history.diagnoses({ place, now: start, from, count: 1 }).rows[0]?.kind
    expect(chunk(0)).toBe('healthy')
    const refresh = test.history.beginRefresh({ place, startedAt: start, whole: true })
    test.history.appendPage({ refresh, page: pageOf([row('a', broken), row('b', broken)].map(lineOf)), at: start })
    expect(chunk(1)).toBe('healthy')
    expect(chunk(0)).toBe('failed')
    expect(chunk(1)).toBe('failed')
  })
})

describe('removing a workspace', () => {
  it('leaves nothing of it in any file, and all of the others', () => {
    const other = { ...place, workspaceId: '00000000-0000-4000-8000-000000000002' }
    test.refresh([row('a', { end_user: 'Secretive Industries', sync_status: 'Failed' })], start)
    test.refresh([row('b', { end_user: 'Another Company' })], start, { place: other })
    test.history.issueList({ place, now: start })
    test.history.removeWorkspace({ workspaceId: place.workspaceId })
    expect(keys()).toEqual([])
    expect(test.history.refreshes({ place, limit: 5 })).toEqual([])
    expect(test.history.lastRows({ place: other, after: 0, limit: 5 }).rows).toHaveLength(1)
    test.history.close()
    const bytes = readFileSync(test.file).toString('latin1')
    expect(bytes).toContain('Another Company')
    expect(bytes).not.toContain('Secretive Industries')
    expect(bytes).not.toContain(place.workspaceId)
    test.restart()
  })
})

describe('a disk that fills up under way', () => {
  it('moves everything into memory, goes on, and says so once', () => {
    const small = testHistory({ maxPages: 180 })
    const many = (from: number) =>
      Array.from({ length: 100 }, (_, at) => row(`c${from + at}`, { end_user: 'E'.repeat(2_000) }))
    const { history } = small
    small.refresh([row('kept', { sync_status: 'Failed' })], start)
    history.changeIssues({ place, keys: ['HRIS:kept'], change: { owner: 'Maya' }, now: start })
    const refresh = history.beginRefresh({ place, startedAt: later(1), whole: true })
    for (let page = 0; page < 5; page++)
      history.appendPage({ refresh, page: pageOf(many(page * 100).map(lineOf)), at: later(1) })
    history.appendPage({ refresh, page: pageOf([row('kept', { sync_status: 'Failed' })].map(lineOf)), at: later(1) })
    const parts = [{ category: 'HRIS' as const, state: 'done' as const, items: 501, repeated: 0 }]
    expect(history.endRefresh({ refresh, at: later(1), parts })?.ended).toBe('complete')
    expect(small.announced).toMatchObject([{ keeping: 'no', reason: 'disk-full' }])
    expect(history.keeping().message).toContain('disk is full')
    expect(history.issueList({ place, now: later(1) })).toMatchObject({
      counts: { connectors: 501, issues: 1 },
      groups: [{ integrations: [{ issues: [{ key: 'HRIS:kept', owner: 'Maya' }] }] }]
    })
    small.restart()
    expect(small.history.keeping().keeping).toBe('yes')
    expect(small.history.refreshes({ place, limit: 5 }).map(({ ended }) => ended)).toEqual(['incomplete', 'complete'])
    small.remove()
  })
})
