import { describe, expect, it } from 'vitest'
import Database from 'libsql'
import { migrate } from '../../migrations'
import { Statements } from '../../statements'
import { madeUpRow } from '../../../testing/made-up-rows'
import { Connectors } from './connectors'
import { lineOf } from './page-lines'
import { IssueHistory } from './issue-history'
import { prune } from './retention'
import { States } from './states'
import { Refreshes } from './refreshes'
import { remember } from '../../../issues/triage/remember'

const day = 86_400_000
const place = { workspaceId: 'w', region: 'default' } as const
const start = Date.parse('2026-01-01T00:00:00Z')

/** One refresh a day: connector `a` always differs, `b` never, `old` exists on the first day only. */
function keptDays(days: number) {
  const sql = new Statements(new Database(':memory:'))
  migrate(sql.database)
  const [refreshes, connectors] = [new Refreshes(sql), new Connectors(sql, remember)]
  for (let at = 0; at < days; at++) {
    const now = start + at * day
    const refresh = refreshes.begin(place, now)
    const rows = [madeUpRow('a', start, { total_employees: at }), madeUpRow('b', start)]
    connectors.see(place, refresh, (at === 0 ? [...rows, madeUpRow('old', start)] : rows).map(lineOf), now)
    refreshes.end(refresh, now, 'complete', [{ category: 'HRIS', state: 'done', items: rows.length, repeated: 0 }])
    connectors.markMissing(place, 'HRIS', refresh, now)
  }
  const count = (table: string) => sql.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n
  return { sql, refreshes, connectors, states: new States(sql, connectors), count, end: start + (days - 1) * day }
}

describe('prune', () => {
  it('drops what is older than it is kept, and keeps the last state of everything', () => {
    const { sql, connectors, states, refreshes, count, end } = keptDays(10)
    expect(prune(sql, end, { days: 3, changes: 1_000 })).toBe(true)
    expect(prune(sql, end, { days: 3, changes: 1_000 })).toBe(false)
    expect(count('walk')).toBe(4)
    expect(count('walk_part')).toBe(4)
    expect(count('change')).toBe(4)
    expect(connectors.known([1, 2, 3]).map(({ key }) => key)).toEqual(['HRIS:a', 'HRIS:b'])
    expect([...connectors.present(place)].map(({ record }) => record['total_employees'])).toEqual([9, 120])
    const oldest = refreshes.list(place, 10).at(-1)?.id ?? 0
    expect([...states.since(place, oldest)].flat().map(([, id]) => id)).toEqual([1, 1, 1])
    expect(states.fieldsBetween(1, { before: oldest, after: 9 })).toEqual([
      { field: 'total_employees', before: 6, after: 8 }
    ])
  })

  it('drops groups of syncs by when they began', () => {
    const { sql, count, end } = keptDays(1)
    const insert = 'INSERT INTO sync_run VALUES (?, ?, ?)'
    for (const [region, at] of [['default', end - 4 * day] as const, ['de', end] as const])
      sql.run(insert, 'w', region, JSON.stringify({ startedAt: at }))
    prune(sql, end, { days: 3, changes: 1_000 })
    expect(count('sync_run')).toBe(1)
  })

  it('keeps to a number of changes, and to walks whose state can still be reached', () => {
    const { sql, states, refreshes, count, end } = keptDays(10)
    prune(sql, end, { days: 400, changes: 5 })
    expect(count('change')).toBe(5)
    const kept = refreshes.list(place, 20)
    for (const { id } of kept) {
      const fields = id === 10 ? [] : [{ field: 'total_employees', before: id - 1, after: 9 }]
      expect(states.fieldsBetween(1, { before: id, after: 10 })).toEqual(fields)
      expect([...states.since(place, id)].flat().filter(([, connector]) => connector !== 1)).toEqual([])
    }
    expect(kept).toHaveLength(6)
    expect(refreshes.get(place, 4)).toBeNull()
    // Trends counts from the second refresh on, and knows in which hours one was made.
    const history = new IssueHistory(sql)
    expect(history.refreshedAt(place)).toEqual({ second: start + day, last: end })
    expect(count('walk')).toBe(10)
  })

  it('describes a past that begins before what is kept', () => {
    const { sql, connectors, states, end } = keptDays(10)
    prune(sql, end, { days: 3, changes: 1_000 })
    const a = connectors.find(place, 'HRIS:a')
    const seen = a ? states.of(a) : []
    expect(seen.map(({ record }) => record?.['total_employees'])).toEqual([5, 6, 7, 8, 9])
  })
})
