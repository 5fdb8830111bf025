import Database from 'libsql'
import { beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../migrations'
import { Statements } from '../../statements'
import { TeamCalls } from '../team/team-calls'
import { Calls } from './calls'
import { callRetention, pruneCalls } from './retention'
import { callRow } from './testing'

const day = 86_400_000
const now = Date.parse('2026-11-21T12:00:00Z')
const { workspaceId } = callRow()

let sql: Statements
let calls: Calls
beforeEach(() => {
  sql = new Statements(new Database(':memory:'))
  migrate(sql.database)
  calls = new Calls(sql)
})
const kept = () => calls.list(workspaceId, {}, Number.MAX_SAFE_INTEGER, 1_000).map(({ at }) => at)

describe('pruneCalls', () => {
  it.each([
    ['a mutation a year old', true, 366 * day, true],
    ['a mutation of 400 days', true, 400 * day, true],
    ['a mutation older than that by a ms', true, 400 * day + 1, false],
    ['a read of 30 days', false, 30 * day, true],
    ['a read older than that by a ms', false, 30 * day + 1, false],
    ['a call of tomorrow, by a clock that was wrong', false, -day, true]
  ])('%s: kept %#', (_, mutation, age, stays) => {
    calls.add(callRow({ mutation, at: now - age }))
    expect(pruneCalls(sql, now)).toBe(false)
    expect(kept()).toHaveLength(stays ? 1 : 0)
  })

  it('keeps so many of the newest reads, and every mutation beside them', () => {
    for (let at = 0; at < 10; at++) calls.add(callRow({ at: now - at }))
    for (let at = 0; at < 5; at++) calls.add(callRow({ at: now - at, mutation: true }))
    pruneCalls(sql, now, { ...callRetention, calls: 3 })
    expect(kept().filter((at) => at > now - 3)).toHaveLength(6)
    expect(calls.count(workspaceId, { mutationsOnly: true })).toBe(5)
    expect(calls.count(workspaceId, {})).toBe(8)
  })

  it('@attack a flood of questions from outside leaves other records, and the other way round', () => {
    const keep = { ...callRetention, calls: 4, asked: 3 }
    const whose = () => sql.all<{ asker: string }>('SELECT asker FROM call ORDER BY at DESC').map(({ asker }) => asker)
    for (let at = 0; at < 4; at++) calls.add(callRow({ at: now - 1_000 - at }))
    for (let at = 0; at < 50; at++) calls.add(callRow({ at: now - at, asker: 'outside' }))
    pruneCalls(sql, now, keep)
    expect(whose()).toEqual([...Array<string>(3).fill('outside'), ...Array<string>(4).fill('connectors')])
    for (let at = 0; at < 50; at++) calls.add(callRow({ at: now + at }))
    pruneCalls(sql, now, keep)
    expect(whose()).toEqual([...Array<string>(4).fill('connectors'), ...Array<string>(3).fill('outside')])
  })

  it('keeps so many of what colleagues changed, the last that came', () => {
    const told = { team: '', service: 'https://api.example.com', account: 'grace', operator: 'Grace' }
    const change = { ...callRow({ at: now }), computer: 'grace-laptop', connector: '' }
    for (let at = 0; at < 5; at++) new TeamCalls(sql).receive({ ...told, team: `${at}` }, change)
    pruneCalls(sql, now, { ...callRetention, calls: 3 })
    const ids = sql.all<{ team: string }>('SELECT team FROM team_call ORDER BY team').map(({ team }) => team)
    expect(ids).toEqual(['2', '3', '4'])
  })

  it('drops many in parts, and says that there are more', () => {
    sql.transaction(() => {
      for (let at = 0; at < 25_000; at++) calls.add(callRow({ at: now - 31 * day }))
    })
    expect(pruneCalls(sql, now)).toBe(true)
    expect(calls.count(workspaceId, {})).toBe(5_000)
    expect(pruneCalls(sql, now)).toBe(false)
    expect(calls.count(workspaceId, {})).toBe(0)
  })
})
