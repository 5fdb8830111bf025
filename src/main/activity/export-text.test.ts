import { describe, expect, it } from 'vitest'
import type { AuditFinding, AuditCheck } from '../../shared/activity/audit'
import { callRow } from '../store/tables/activity/testing'
import { exportText } from './export-text'

const { workspaceId } = callRow()
const result = (...findings: Partial<AuditFinding>[]): AuditCheck => ({
  ...{ entries: 9, records: 9, since: null, operators: ['Ada'], head: '', found: findings.length },
  findings: findings.map((one) => ({
    what: 'edited',
    kind: 'call',
    id: 1,
    at: 0,
    operator: 'Ada',
    workspaceId,
    ...one
  }))
})
const exported = (of: AuditCheck, ...listed: number[]) => {
  const text = exportText('json', workspaceId, of)
  const calls = listed.map((id) => ({ ...callRow({ mutation: true }), id, operator: 'Ada', desk: null, found: null }))
  text.add(calls, new Map())
  return (JSON.parse(text.end()) as { id: number; record: string }[]).map(({ id, record }) => [id, record])
}

describe('an export of changes', () => {
  it('says of each whether it is as it was written down, and what is gone', () => {
    expect(exported(result({ id: 2 }, { what: 'removed', id: 3 }), 1, 2)).toEqual([
      [1, 'as recorded'],
      [2, 'edited after it was recorded'],
      [3, 'deleted after it was recorded']
    ])
  })

  it('@attack also tells of a change that was edited so that it is listed no more', () => {
    expect(exported(result({ id: 2 }), 1)).toEqual([
      [1, 'as recorded'],
      [2, 'edited after it was recorded']
    ])
  })

  it('says of a record of an outcome that it was changed, and that one is gone', () => {
    const text = exportText(
      'json',
      workspaceId,
      result({ kind: 'found', id: 7 }, { what: 'removed', kind: 'found', id: 8 })
    )
    const call = {
      ...callRow({ mutation: true, unknown: true }),
      id: 1,
      operator: 'Ada',
      desk: null,
      found: 'done' as const
    }
    const record = { id: 7, outcome: 'done' as const, note: '', operator: 'Ada', foundAt: 0 }
    text.add([call], new Map([[1, [record]]]))
    expect((JSON.parse(text.end()) as { record: string }[]).map(({ record }) => record)).toEqual([
      'as recorded; record of its outcome: edited after it was recorded',
      'record of its outcome: deleted after it was recorded'
    ])
  })

  it('tells of no finding of another workspace, nor of the ledger', () => {
    expect(exported(result({ id: 2, workspaceId: 'other' }, { id: 3, kind: 'ledger' }), 1)).toHaveLength(1)
  })
})
