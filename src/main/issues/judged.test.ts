import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { byAttention, noFilters } from '../../shared/connectors/list/query'
import { atOnce } from '../base/steps'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import type { Since } from './store'

const later = start + 3_600_000
const count = 3_000

let test: TestHistory
beforeEach(() => (test = testHistory()))
afterEach(() => test.remove())

const unfinished = { status: 'INCOMPLETE' }
const rows = (broken: (at: number) => boolean) =>
  Array.from({ length: count }, (_, at) => madeUpRow(`c${at}`, start, broken(at) ? unfinished : {}))
const everyThird = rows((at) => at % 3 === 0)

const kinds = (now: number) => {
  const query = { filters: noFilters, sort: byAttention }
  const asked = { place, now, query, from: 0, to: count }
  return new Set(test.history.listRows(asked).rows.map(({ diagnosis }) => diagnosis?.kind ?? null))
}
const begin = (now: number, since: Since = { issue: 0 }) => test.history.newIssues({ place, since, now })
const openIssues = (now: number) => test.history.issueList({ place, now }).counts.issues
/** Open issues by connector in the database. */
const kept = () => {
  const list = test.history.issueList({ place, now: later })
  return list.groups.flatMap(({ integrations }) => integrations).flatMap(({ issues }) => issues.map(({ key }) => key))
}

describe('in steps', () => {
  beforeEach(() => {
    // The list is asked for before and during a first refresh.
    const { history } = test
    history.listRows({ place, now: start, query: { filters: noFilters, sort: byAttention }, from: 0, to: 1 })
    test.refresh(everyThird, start)
  })

  it('lists answer with what was known before, then with the new diagnoses', () => {
    expect(kinds(start)).toEqual(new Set([null]))
    const steps = begin(start)
    steps.next()
    expect(kinds(start)).toEqual(new Set([null]))
    const { issues } = atOnce(steps)
    expect(issues).toHaveLength(count / 3)
    expect(kinds(start)).toEqual(new Set(['unfinished', 'healthy']))
  })

  it('a question that needs all ends them, and is answered with the same', () => {
    const steps = begin(start)
    steps.next()
    steps.next()
    expect(openIssues(start)).toBe(count / 3)
    expect(atOnce(steps).issues).toHaveLength(count / 3)
    expect(kept()).toHaveLength(count / 3)
  })

  it.each([1, 5, 11, 13, 15])(
    'an issue that an operator opens after %d steps is the only one of its connector',
    (taken) => {
      const steps = begin(start, null)
      for (let step = 0; step < taken; step++) steps.next()
      const last = everyThird.at(-3)?.key ?? ''
      expect(test.history.changeIssues({ place, keys: [last], change: { note: 'Mine' }, now: start })).toHaveLength(1)
      atOnce(steps)
      expect(test.history.connector({ place, key: last, now: start })?.issues).toMatchObject([{ note: 'Mine' }])
    }
  )

  it.each([1, 5, 11, 15])('what changes after %d steps is judged as it is now', (taken) => {
    const steps = begin(start, null)
    for (let step = 0; step < taken; step++) steps.next()
    test.history.seeOne({ place, row: madeUpRow('c0', start), at: start })
    test.history.markDeleted({ place, key: 'HRIS:c3', at: start })
    atOnce(steps)
    expect(kinds(start)).toEqual(new Set(['unfinished', 'healthy']))
    expect(openIssues(start)).toBe(count / 3 - 2)
    expect(kept()).not.toContain('HRIS:c0')
  })

  it('an act on all rows has all diagnoses, though the list is given them in steps', () => {
    const steps = begin(start, null)
    while (!kinds(start).has('unfinished')) steps.next()
    expect(kinds(start)).toContain(null)
    test.history.diagnoses({ place, now: start, from: 0, count: 0 })
    expect(kinds(start)).toEqual(new Set(['unfinished', 'healthy']))
    atOnce(steps)
    expect(kinds(start)).toEqual(new Set(['unfinished', 'healthy']))
  })

  it('what is judged anew while the list is given its diagnoses is not taken back', () => {
    const steps = begin(start, null)
    while (!kinds(start).has('unfinished')) steps.next()
    const linked = everyThird.map(({ key }) => madeUpRow(key.slice('HRIS:'.length), start))
    test.refresh(linked, later)
    expect(openIssues(later)).toBe(0)
    expect(kinds(later)).toEqual(new Set(['healthy']))
    atOnce(steps)
    expect(kinds(later)).toEqual(new Set(['healthy']))
  })

  it('end where the app closes meanwhile', () => {
    const steps = begin(start, null)
    steps.next()
    test.restart()
    expect(() => atOnce(steps)).toThrow('The app is closing.')
    expect(openIssues(start)).toBe(count / 3)
  })

  it('another refresh meanwhile is judged with what it brought', () => {
    const steps = begin(start)
    steps.next()
    test.refresh(
      rows((at) => at % 6 === 0),
      later
    )
    atOnce(steps)
    atOnce(begin(later))
    expect(openIssues(later)).toBe(count / 6)
    expect(kinds(later)).toEqual(new Set(['unfinished', 'healthy']))
  })

  it('a place that is read meanwhile takes nothing of it', () => {
    const steps = begin(start)
    steps.next()
    const elsewhere = { ...place, region: 'eu' } as const
    test.refresh([madeUpRow('a', start, unfinished)], start, { place: elsewhere })
    expect(test.history.issueList({ place: elsewhere, now: start }).counts.issues).toBe(1)
    atOnce(steps)
    expect(openIssues(start)).toBe(count / 3)
    expect(test.history.issueList({ place: elsewhere, now: start }).counts.issues).toBe(1)
  })
})
