import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallFilters, CallMark } from '../../../../shared/activity/call'
import { place, start, testHistory, type TestHistory } from '../../../testing/history'
import { callRow } from './testing'
import type { CallRow } from './calls'

const { workspaceId } = place
const last = Number.MAX_SAFE_INTEGER

let test: TestHistory
beforeEach(() => (test = testHistory()))
afterEach(() => test.remove())

const add = (...changes: Partial<CallRow>[]) =>
  test.history.addCalls({ calls: changes.map((one) => callRow(one)), operator: 'Ada' })
const list = (filters: CallFilters = {}, before = last, limit = 500) =>
  test.history.listCalls({ workspaceId, filters, before, limit })
const subjects = (filters: CallFilters) =>
  list(filters)
    .map(({ subject }) => subject)
    .sort()

describe('calls', () => {
  it('come back as they were kept, after a restart too', () => {
    const whole = callRow({
      region: 'eu',
      asker: 'passthrough',
      method: 'POST',
      query: 'a,b',
      status: null,
      error: 'timeout',
      tries: 3,
      waitedMs: 5,
      limited: 2,
      bytes: 7,
      requestId: 'r-1',
      mutation: true,
      unknown: true,
      subject: 'Acme',
      forwarded: 'DELETE /employees/17',
      connectorKey: 'HRIS:c1',
      partOf: 'send-1'
    })
    test.history.addCalls({ calls: [whole], operator: 'Ada' })
    test.restart()
    expect(list()).toEqual([{ id: 1, ...whole, operator: 'Ada', desk: null, found: null }])
  })

  it('are listed newest first, page by page, each once', () => {
    add(...Array.from({ length: 25 }, (_, index) => ({ at: start + index })))
    const seen: number[] = []
    for (let before = last; ;) {
      const page = list({}, before, 10)
      seen.push(...page.map(({ at }) => at - start))
      const end = page.at(-1)
      if (!end || page.length < 10) break
      before = end.id
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 24 - index))
    expect(test.history.countCalls({ workspaceId, filters: {} })).toBe(25)
  })

  it('that were part of one are listed once, with what they come to', () => {
    const page = (index: number, change: Partial<CallRow> = {}) => ({ at: start + index, partOf: 'fetch', ...change })
    add(page(0), { at: start + 1, subject: 'between' }, page(2, { status: 500, tries: 4 }), page(3, { limited: 2 }))
    add({ at: start + 4, partOf: 'send' }, { at: start + 5 })
    const grouped = (filters: CallFilters = {}, before: CallMark | null = null, limit = 500) =>
      test.history.listGrouped({ workspaceId, filters, before, limit })
    expect(grouped().calls.map(({ at }) => at - start)).toEqual([5, 4, 3, 1])
    expect(grouped().groups).toEqual([
      expect.objectContaining({ partOf: 'fetch', calls: 3, since: start, failed: 1, tries: 6, limited: 2, bytes: 6 })
    ])
    const first = grouped({}, null, 3).calls.at(-1)
    expect(grouped({}, first && { at: first.at, id: first.id }).calls.map(({ at }) => at - start)).toEqual([1])
    expect(grouped({ outcome: 'failed' })).toMatchObject({ calls: [{ at: start + 2 }], groups: [] })
    const part = test.history.listPart({ workspaceId, filters: {}, partOf: 'fetch' })
    expect(part.map(({ at }) => at - start)).toEqual([3, 2, 0])
    expect(test.history.listPart({ workspaceId, filters: { outcome: 'ok' }, partOf: 'fetch' })).toHaveLength(2)
  })

  it('@attack that change something are listed each, whatever else was part of the same', () => {
    const same = { partOf: 'send' }
    add({ ...same, at: start, mutation: true }, { ...same, at: start + 1 }, { ...same, at: start + 2 })
    add({ ...same, at: start + 3, mutation: true })
    const { calls, groups } = test.history.listGrouped({ workspaceId, filters: {}, before: null, limit: 10 })
    expect(calls.map(({ at }) => at - start)).toEqual([3, 2, 0])
    expect(groups).toEqual([expect.objectContaining({ partOf: 'send', calls: 2, since: start + 1 })])
    const part = test.history.listPart({ workspaceId, filters: {}, partOf: 'send' })
    expect(part.map(({ at }) => at - start)).toEqual([2, 1])
  })

  it('that only asked what is offered can be left out, changes never', () => {
    add({ subject: 'check', probe: true, status: 404 }, { subject: 'read' })
    add({ subject: 'change', probe: true, mutation: true })
    expect(subjects({ withoutChecks: true })).toEqual(['change', 'read'])
    expect(subjects({})).toHaveLength(3)
  })

  it('are of their workspace only', () => {
    add({ workspaceId: 'other' }, {})
    expect(list()).toHaveLength(1)
  })

  it.each<[string, string[]]>([
    ['acme', ['acme', 'both']],
    ['ACME delete', ['both']],
    ['  delete   acme ', ['both']],
    ['422', ['status']],
    ['timeout', ['error']],
    ['r-77', ['request id']],
    ['origin_id', ['query']],
    ['/employees/17', ['forwarded']],
    ['%', []],
    ['_x_', []],
    ["' OR 1=1 --", []]
  ])('are found by the words %j', (text, found) => {
    add(
      { subject: 'acme' },
      { subject: 'both', path: '/Acme/Delete' },
      { subject: 'status', status: 422 },
      { subject: 'error', status: null, error: 'timeout' },
      { subject: 'request id', requestId: 'R-77' },
      { subject: 'query', query: 'origin_id,page_size' },
      { subject: 'forwarded', forwarded: 'GET /employees/17' }
    )
    expect(subjects({ text })).toEqual(found)
    expect(test.history.countCalls({ workspaceId, filters: { text } })).toBe(found.length)
  })

  const came = [200, 204, 301, 400, 404, 408, 422, 429, 500, 503, null]
  it.each<[NonNullable<CallFilters['outcome']>, (number | null)[]]>([
    ['ok', [200, 204]],
    ['refused', [400, 404, 422]],
    ['failed', [301, 408, 500, 503]],
    ['unanswered', [null]],
    ['limited', [429]]
  ])('that came out as %s are those', (outcome, statuses) => {
    add(...came.map((status) => ({ status, limited: status === 429 ? 8 : 0 })))
    expect(list({ outcome }).map(({ status }) => status)).toEqual([...statuses].reverse())
  })

  it('that met a limit and then went well are limited and ok', () => {
    add({ limited: 1 })
    expect([list({ outcome: 'limited' }).length, list({ outcome: 'ok' }).length]).toEqual([1, 1])
  })

  it('that only asked whether something is offered are ok when refused', () => {
    add({ status: 422, probe: true }, { status: 422 }, { status: 408, probe: true })
    expect(
      [list({ outcome: 'ok' }), list({ outcome: 'refused' })].map((found) => found.map(({ probe }) => probe))
    ).toEqual([[true], [false]])
    expect(list({ outcome: 'failed' }).map(({ status }) => status)).toEqual([408])
  })

  it('are filtered by region, asker, mutation and time, whose end is out', () => {
    add({ subject: 'a', region: 'eu' }, { subject: 'b', asker: 'webhooks' }, { subject: 'c', mutation: true })
    add({ subject: 'd', at: start + 10 }, { subject: 'e', at: start + 20 })
    expect(subjects({ region: 'eu' })).toEqual(['a'])
    expect(subjects({ asker: 'webhooks' })).toEqual(['b'])
    expect(subjects({ mutationsOnly: true })).toEqual(['c'])
    expect(subjects({ since: start + 10, until: start + 20 })).toEqual(['d'])
  })
})

describe('a call that is kept at its beginning', () => {
  const begun = callRow({ status: null, error: 'unanswered', tries: 0, mutation: true })

  it('is there after a restart, as one without an answer', () => {
    test.history.beginCall({ call: begun, operator: 'Ada' })
    test.restart()
    expect(list()).toMatchObject([{ status: null, error: 'unanswered', mutation: true }])
  })

  it('is completed in its place', () => {
    const id = test.history.beginCall({ call: begun, operator: 'Ada' })
    add({})
    test.history.endCall({ id, call: { ...begun, status: 204, error: null, tries: 1 }, operator: 'Ada' })
    expect(list().at(-1)).toMatchObject({ id, status: 204, error: null, tries: 1 })
    expect(list()).toHaveLength(2)
  })

  it('is added whole where its beginning was lost', () => {
    test.history.endCall({ id: 99, call: { ...begun, status: 204, error: null }, operator: 'Ada' })
    expect(list()).toMatchObject([{ status: 204 }])
  })
})

describe('a workspace that is removed', () => {
  it('leaves the record of what was changed, unless asked to drop it', () => {
    add({ subject: 'read' }, { subject: 'delete', mutation: true }, { subject: 'other', workspaceId: 'other' })
    test.history.removeWorkspace({ workspaceId })
    expect(subjects({})).toEqual(['delete'])
    test.history.removeWorkspace({ workspaceId, mutations: true })
    expect(subjects({})).toEqual([])
    expect(test.history.countCalls({ workspaceId: 'other', filters: {} })).toBe(1)
  })
})

describe('sums of calls', () => {
  it('count those of all workspaces by day, asker and outcome, and say nothing of what they were about', () => {
    const day = 24 * 3_600_000
    add(
      { status: 200, tries: 2 },
      { status: 204, workspaceId: '00000000-0000-4000-8000-000000000002' },
      { status: 404, probe: true },
      { status: 422, asker: 'passthrough', mutation: true },
      { status: 429, at: start + day },
      { status: 503, at: start + day },
      { status: 408, at: start + day },
      { status: null, error: 'timeout', at: start + day },
      { status: 200, at: start - day }
    )
    const sums = test.history.sumCalls({ since: start })
    const common = { asker: 'connectors', mutation: false }
    expect(sums).toEqual([
      { day: '2026-03-10', ...common, outcome: 'ok', calls: 3, tries: 4 },
      { day: '2026-03-10', asker: 'passthrough', mutation: true, outcome: 'refused', calls: 1, tries: 1 },
      { day: '2026-03-11', ...common, outcome: 'failed', calls: 2, tries: 2 },
      { day: '2026-03-11', ...common, outcome: 'limited', calls: 1, tries: 1 },
      { day: '2026-03-11', ...common, outcome: 'unanswered', calls: 1, tries: 1 }
    ])
  })
})
