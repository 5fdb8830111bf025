import { createHash } from 'node:crypto'
import Database from 'libsql'
import { beforeEach, describe, expect, it } from 'vitest'
import { callMethods, type CallMethods } from '../../../activity/store'
import { mappingMethods, removeMappings, type MappingMethods } from '../../../mappings/store'
import { migrate, migrations } from '../../migrations'
import { Statements } from '../../statements'
import { Calls } from './calls'
import { beginning, hashOf, verifyAudit } from './audit-chain'
import { pruneCalls } from './retention'
import { addEarlier, callRow } from './testing'

const day = 86_400_000
const now = Date.parse('2026-11-21T12:00:00Z')
const { workspaceId, region } = callRow()
const place = { workspaceId, region }

let sql: Statements
let calls: CallMethods
let mappings: MappingMethods
beforeEach(() => {
  sql = new Statements(new Database(':memory:'))
  migrate(sql.database)
  calls = callMethods((work) => work(sql))
  mappings = mappingMethods((work) => work(sql))
})

const run = (text: string) => sql.database.exec(text)
const found = () => verifyAudit(sql).findings.map(({ what, kind, id }) => [what, kind, id].join(' '))
const change = (path: string, at = now, operator = 'Ada') => {
  const call = callRow({ mutation: true, method: 'POST', path, at })
  const id = calls.beginCall({ call: { ...call, status: null, error: 'unanswered' }, operator })
  calls.endCall({ id, call, operator })
  return id
}
const changeLog = (operator = 'Ada') => {
  const id = mappings.addToChangeLog({ place, at: now, entry: '{"outcome":"unknown"}', operator })
  mappings.updateChangeLog({ id, entry: '{"outcome":"done"}', operator })
  return id
}

function some(): void {
  change('/a')
  calls.addCalls({ calls: [callRow({ path: '/read' })], operator: 'Ada' })
  changeLog()
  change('/b', now, 'Grace')
  changeLog('Grace')
}

describe('the audit record', () => {
  it('holds every change from its beginning, by whom, and no read', () => {
    some()
    expect(verifyAudit(sql)).toMatchObject({
      ...{ entries: 8, records: 4, since: now, operators: ['Ada', 'Grace'], found: 0, findings: [] },
      head: expect.stringMatching(/^[0-9a-f]{64}$/)
    })
    const listed = calls.listCalls({ workspaceId, filters: {}, before: 1_000, limit: 10 })
    expect(listed.map(({ path, operator }) => [path, operator])).toEqual([
      ['/b', 'Grace'],
      ['/read', ''],
      ['/a', 'Ada']
    ])
    expect(mappings.changeLog({ workspaceId, before: 1_000, limit: 10 }).map(({ operator }) => operator)).toEqual([
      'Grace',
      'Ada'
    ])
  })

  it('is found whole where nothing was ever changed', () => {
    expect(verifyAudit(sql)).toMatchObject({ entries: 0, records: 0, since: null, found: 0 })
  })

  it.each([
    ['a path that was edited', `UPDATE call SET path = '/harmless' WHERE id = 1`, ['edited call 1']],
    ['an outcome that was edited', `UPDATE call SET status = 404 WHERE id = 3`, ['edited call 3']],
    ['a change that is called a read now', `UPDATE call SET mutation = 0 WHERE id = 1`, ['edited call 1']],
    ['an outcome that is unknown no more', `UPDATE call SET unknown = 1 - unknown WHERE id = 3`, ['edited call 3']],
    ['a change that was moved to another workspace', `UPDATE call SET workspace = 'x' WHERE id = 1`, ['edited call 1']],
    ['a change that was removed', `DELETE FROM call WHERE id = 1`, ['removed call 1']],
    ['the last change, removed', `DELETE FROM call WHERE id = 3`, ['removed call 3']],
    ['an entry of the ledger that was edited', `UPDATE ledger SET entry = '{}' WHERE id = 2`, ['edited ledger 2']],
    ['an entry of the ledger that was removed', `DELETE FROM ledger WHERE id = 1`, ['removed ledger 1']],
    [
      'a change that was made up',
      `INSERT INTO call SELECT 99, workspace, region, at, asker, method, '/x', query, status, error, tries, duration_ms,
        waited_ms, limited, bytes, request_id, mutation, probe, subject, forwarded, connector, part_of, NULL, 0 FROM call WHERE id = 1`,
      ['added call 99']
    ],
    ['a link with another operator', `UPDATE audit SET operator = 'Eve' WHERE seq = 3`, ['broken  3']],
    ['a link that was removed', `DELETE FROM audit WHERE seq = 3`, ['broken  4']],
    [
      'a change removed with its links',
      `DELETE FROM call WHERE id = 1; DELETE FROM audit WHERE record = 1 AND kind = 'call'`,
      ['broken  3']
    ],
    [
      'the last links, with their record',
      `DELETE FROM ledger WHERE id = 2; DELETE FROM audit WHERE seq >= 7`,
      ['broken  7']
    ],
    ['all of it', `DELETE FROM call; DELETE FROM ledger; DELETE FROM audit`, ['broken  1']],
    [
      'links in another order',
      `UPDATE audit SET seq = 100 WHERE seq = 1; UPDATE audit SET seq = 1 WHERE seq = 2; UPDATE audit SET seq = 2 WHERE seq = 100`,
      ['broken  1', 'broken  2', 'broken  3']
    ],
    ['an anchor that was never dropped', `INSERT INTO audit_anchor VALUES (1, 0, 'x')`, ['broken  1']]
  ])('@attack finds %s', (_, attack, findings) => {
    some()
    run(attack)
    expect(found()).toEqual(expect.arrayContaining(findings))
  })

  it('@attack finds a change removed under cover of pruning that never was', () => {
    change('/old', now - 500 * day)
    run(`DELETE FROM call`)
    expect(found()).toEqual(['removed call 1'])
    run(`INSERT INTO audit (seq, kind, record, workspace, at, operator, digest, hash)
      VALUES (3, 'pruned', 0, '', ${now}, '', '', 'made up')`)
    expect(found()).toContain('broken  3')
  })
})

describe('what was found out about an unknown outcome', () => {
  const lost = (at = now) => {
    const call = callRow({ mutation: true, unknown: true, status: null, error: 'timeout', at })
    calls.addCalls({ calls: [call], operator: 'Ada' })
    const [{ id } = expect.fail()] = calls.listCalls({ workspaceId, filters: {}, before: 1_000, limit: 1 })
    const note = new Uint8Array([1, 2])
    const found = { workspaceId, call: id, operator: 'Grace', note, foundAt: now }
    calls.addFound({ ...found, outcome: 'unknown' })
    calls.addFound({ ...found, outcome: 'done' })
  }

  it('is in the record, with each correction, and goes with its call', () => {
    lost()
    expect(verifyAudit(sql)).toMatchObject({ entries: 3, records: 3, operators: ['Ada', 'Grace'], found: 0 })
    lost(now - 405 * day)
    pruneCalls(sql, now)
    expect(verifyAudit(sql)).toMatchObject({ records: 3, found: 0 })
    new Calls(sql).removeWorkspace(workspaceId, true)
    expect(verifyAudit(sql)).toMatchObject({ records: 0, found: 0 })
  })

  it.each([
    ['with another outcome', `UPDATE found SET outcome = 'not-done' WHERE id = 2`, 'edited found 2'],
    ['with another note', `UPDATE found SET note = x'01' WHERE id = 1`, 'edited found 1'],
    ['removed', `DELETE FROM found WHERE id = 1`, 'removed found 1'],
    [
      'added by another program',
      `INSERT INTO found SELECT 9, call, workspace, at, 'done', NULL, found_at FROM found WHERE id = 1`,
      'added found 9'
    ]
  ])('@attack is noticed %s', (_, attack, finding) => {
    lost()
    run(attack)
    expect(found()).toEqual([finding])
  })
})

describe('a change that the app ended in', () => {
  const cutOff = () => {
    const call = callRow({ mutation: true, method: 'POST', path: '/cut', status: null, error: 'unanswered' })
    return calls.beginCall({ call, operator: 'Ada' })
  }

  it('is taken in as cut off, and the record stays whole', () => {
    const id = cutOff()
    expect(calls.takeCutOffCalls({ operator: 'Grace' })).toMatchObject([{ id, operator: 'Ada' }])
    expect(calls.takeCutOffCalls({ operator: 'Grace' })).toEqual([])
    expect(verifyAudit(sql)).toMatchObject({ entries: 2, records: 1, found: 0 })
  })

  const unanswered = `status = NULL, error = 'unanswered'`
  it.each([
    [
      'was edited and made to look so',
      `UPDATE call SET path = '/harmless', ${unanswered} WHERE id = 1`,
      'edited call 1'
    ],
    ['was edited after it was cut off', `UPDATE call SET path = '/harmless' WHERE id = 2`, 'edited call 2'],
    ['was edited, and was a read', `UPDATE call SET mutation = 1, ${unanswered} WHERE id = 3`, 'added call 3']
  ])('@attack is not taken in where it %s', (_, attack, finding) => {
    change('/a')
    cutOff()
    calls.addCalls({ calls: [callRow({ path: '/read' })], operator: 'Ada' })
    run(attack)
    calls.takeCutOffCalls({ operator: 'Ada' })
    expect(found()).toEqual([finding])
  })
})

describe('what is past its time', () => {
  it('leaves the record whole: the chain goes on from an anchor', () => {
    for (const age of [410, 405, 402, 300, 1]) change(`/${age}`, now - age * day)
    changeLog()
    expect(pruneCalls(sql, now)).toBe(false)
    const result = verifyAudit(sql)
    expect(result).toMatchObject({ records: 3, since: now - 300 * day, found: 0 })
    expect(result.entries).toBe(7)
    change('/after')
    expect(found()).toEqual([])
    run(`UPDATE audit_anchor SET hash = 'x'`)
    expect(found()).toEqual(['broken  7'])
  })

  it('@attack hides nothing that was removed before its time', () => {
    const gone = change('/young', now - day)
    for (let at = 0; at < 5; at++) change(`/${at}`, now - 500 * day)
    run(`DELETE FROM call WHERE id = ${gone}`)
    pruneCalls(sql, now)
    expect(found()).toEqual([`removed call ${gone}`])
  })

  it('and what went with its workspace is not missed, but only up to then', () => {
    some()
    new Calls(sql).removeWorkspace(workspaceId, true)
    removeMappings(sql, workspaceId)
    expect(verifyAudit(sql)).toMatchObject({ records: 0, found: 0 })
    const id = change('/again')
    run(`DELETE FROM call WHERE id = ${id}`)
    expect(found()).toEqual([`removed call ${id}`])
  })
})

it('holds for requests for approval of an earlier version, and finds a reason that was put to one', () => {
  const before = new Statements(new Database(':memory:'))
  migrate(before.database, migrations.slice(0, 43))
  const values = ['w', now, 'asked', 'r', 'letters', 'd', 'ada', '']
  before.run(
    `INSERT INTO approval (workspace, at, what, request, act, digest, author, decider) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...values
  )
  const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex')
  const link = { seq: 1, kind: 'approval', record: 1, workspace: 'w', at: now, operator: 'Ada', digest } as const
  before.run('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?)', ...Object.values(link), hashOf(link, beginning))
  migrate(before.database)
  expect(verifyAudit(before)).toMatchObject({ entries: 1, records: 1, found: 0 })
  before.database.exec(`UPDATE approval SET why = 'Another reason'`)
  expect(verifyAudit(before).findings).toMatchObject([{ what: 'edited', kind: 'approval', id: 1 }])
})

it('takes in what an earlier version kept, by nobody who is known', () => {
  const before = new Statements(new Database(':memory:'))
  migrate(before.database, migrations.slice(0, 5))
  before.transaction(() => {
    for (const mutation of [true, false, true]) addEarlier(before, { mutation })
    before.run('INSERT INTO ledger (workspace, region, at, entry) VALUES (?, ?, ?, ?)', workspaceId, region, now, '{}')
  })
  migrate(before.database)
  expect(verifyAudit(before)).toMatchObject({ entries: 3, records: 3, operators: [], found: 0 })
  before.database.exec('UPDATE call SET unknown = 1 WHERE id = 3')
  expect(verifyAudit(before).found).toBe(0)
  before.database.exec('UPDATE call SET status = 500')
  expect(verifyAudit(before).found).toBe(2)
})
