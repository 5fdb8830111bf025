import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FieldValue } from '../../shared/team/kinds'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import type { TeamChange } from './change'

const day = 86_400_000
const service = 'https://api.example.com'
const desk = randomUUID()
const founded = start - 40 * day
const asleep = { status: 'RELINK_NEEDED', relink_needed_at: new Date(start - 3_600_000).toISOString() }

let test: TestHistory
let seq: number
beforeEach(() => {
  test = testHistory()
  seq = 0
})
afterEach(() => test.remove())

function receive(at: number, subject: string, what: FieldValue<'case'>) {
  const by = { id: randomUUID(), desk, account: 'grace', operator: 'Grace', service, kind: 'case' }
  const change = { ...by, ...what, seq: ++seq, at, subject } as TeamChange
  test.history.receiveChanges({
    changes: [change],
    unread: [],
    readTo: seq,
    reader: { account: 'ada', operator: 'Ada' }
  })
}

/** @returns the team's issue */
function relink(connector: string, openedAt: number, closedAt: number | null, owner = 'Grace'): string {
  const subject = randomUUID()
  receive(openedAt, subject, { field: 'opened', value: { connector, cause: 'relink' } })
  receive(openedAt + 1, subject, { field: 'owner', value: owner })
  if (closedAt !== null) receive(closedAt, subject, { field: 'closed', value: 'recovered' })
  return subject
}

/**
 * Reads none of the feed.
 *
 * @param open connectors that need a relink
 */
function join(open: string[] = []) {
  const rows = ['a', 'b"', 'c'].map((id) => madeUpRow(id, start, open.includes(id) ? asleep : {}))
  test.refresh(rows, start)
  test.history.issueList({ place, now: start })
  test.history.joinTeam({ team: randomUUID(), writes: true, newsAfter: 0 })
}
const takeUp = () => test.history.takeUpIssues({ places: [{ ...place, service }], writes: true })
const trends = (now = start) => test.history.trends({ place, now, zone: 'UTC', weeks: 12, most: 10, dueTimes: null })

it('count what colleagues closed before this desk joined, and say whose history that is', () => {
  join()
  expect(trends()).toMatchObject({ source: 'computer', total: { relinked: 0 }, owners: { rows: [] } })
  relink('HRIS:a', founded, founded + 9 * day, 'Ada')
  relink('HRIS:b"', start - 20 * day, start - 17 * day)
  relink('HRIS:unknown here', start - 20 * day, start - 1)
  takeUp()
  const { source, total, weeks, owners } = trends()
  expect(source).toBe('team')
  // Relinks open at the team's start have no duration.
  expect(total).toMatchObject({ relinked: 1, median: 3 * day, open: 0 })
  expect(weeks.reduce((sum, { relinks }) => sum + (relinks?.closed ?? 0), 0)).toBe(2)
  expect(weeks.reduce((sum, { relinks }) => sum + (relinks?.opened ?? 0), 0)).toBe(1)
  expect(owners.rows.map(({ owner, closed }) => [owner, closed])).toEqual([
    ['Ada', 1],
    ['Grace', 1]
  ])
  test.history.leaveTeam()
  expect(trends()).toMatchObject({ source: 'computer', total: { relinked: 0 } })
})

it('count a relink that is open here from when a colleague saw it', () => {
  join(['a', 'c'])
  relink('HRIS:c', founded, null)
  const subject = relink('HRIS:a', start - 10 * day, null)
  takeUp()
  expect(trends().total).toMatchObject({ open: 2, oldest: founded })
  test.refresh([madeUpRow('a', start), madeUpRow('c', start, asleep)], start + day)
  test.history.issueList({ place, now: start + day })
  // The same relink.
  receive(start + 2 * day, subject, { field: 'closed', value: 'recovered' })
  expect(trends(start + 3 * day).total).toMatchObject({ relinked: 1, median: 11 * day, open: 1 })
})

it('count a case that was here once, also where the clock of this computer is ahead', () => {
  join(['a'])
  relink('HRIS:c', founded, founded + day)
  const subject = relink('HRIS:a', start - 10 * day, null)
  takeUp()
  test.refresh([madeUpRow('a', start)], start + day)
  test.history.issueList({ place, now: start + day })
  receive(start - 9 * day, subject, { field: 'closed', value: 'recovered' })
  expect(trends(start + 2 * day).total).toMatchObject({ relinked: 1, median: 11 * day, open: 0 })
})
