import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { Activity } from '../activity/activity'
import { systemClock } from '../base/clock'
import { promised } from '../base/promised'
import { place, start } from '../testing/history'
import type { LoggedCall } from '../http/call-log'
import { storeTexts } from '../app/store-texts'
import { maskedStore } from '../store/masked'
import { callRow } from '../store/tables/activity/testing'
import type { CallFilters, CallMark } from '../../shared/activity/call'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place

/** Before its answer. */
const write = (change: Partial<LoggedCall> = {}): LoggedCall => ({
  ...callRow({
    at: Date.now(),
    asker: 'passthrough',
    method: 'POST',
    path: '/api/hris/v1/passthrough',
    query: 'dry_run'
  }),
  ...{ mutation: true, forwarded: 'DELETE /employees/17', subject: 'Passthrough to Acme', connectorKey: 'HRIS:c1' },
  ...{ status: null, error: 'unanswered', tries: 0, partOf: 'send', requestId: null },
  ...change
})
const answered = { status: 204, error: null, requestId: 'r-1' }

function activityOf(desk: TestDesk, operator = 'Ada'): Activity {
  const store = maskedStore(
    promised(() => desk.history.history),
    desk.masker,
    storeTexts
  )
  const activity = new Activity({
    ...{ store, clock: systemClock, masker: desk.masker, operator: () => operator },
    added: () => undefined,
    unrecorded: () => null,
    failed: (error) => desk.failures.push(error)
  })
  activity.changed.add(() => desk.team.told())
  return activity
}
async function sent(desk: TestDesk, change: Partial<LoggedCall> = {}, end: Partial<LoggedCall> = answered) {
  const call = write(change)
  await (
    await activityOf(desk).begin(call)
  )({ ...call, ...end })
}
const listed = (desk: TestDesk, filters: CallFilters = {}, before: CallMark | null = null, limit = 100) =>
  desk.history.history.listGrouped({ workspaceId, filters, before, limit }).calls
const shown = (desk: TestDesk) =>
  listed(desk, { whose: 'team' }).map(({ operator, desk, forwarded, status, error }) => [
    ...[operator, desk, forwarded, status, error]
  ])
const row = (status: number | null, error: string | null = null) => [
  ...['Ada', hostname(), 'DELETE /employees/17', status, error]
]
/** The latest state of each change. */
const told = async () => {
  const calls = (await suite.stored()).filter(({ kind }) => kind === 'call')
  return [...new Map(calls.map(({ subject, value }) => [subject, value])).values()]
}
const two = async () => [await suite.joined('Ada', []), await suite.joined('Grace', [])] as const

describe('what a colleague changed at a customer’s system', () => {
  it('is shown as it leaves, then with its outcome: who, where, what, and nothing of the answer', async () => {
    const [ada, grace] = await two()
    const end = await activityOf(ada).begin(write())
    await expect.poll(() => shown(grace)).toEqual([row(null, 'unanswered')])
    await end(write(answered))
    await expect.poll(() => shown(grace)).toEqual([row(204)])
    expect(listed(grace)).toEqual([
      expect.objectContaining({
        ...{ workspaceId, region: 'default', asker: 'passthrough', method: 'POST', path: '/api/hris/v1/passthrough' },
        ...{ query: 'dry_run', subject: 'Passthrough to Acme', connectorKey: 'HRIS:c1', mutation: true },
        ...{ requestId: null, partOf: '', bytes: 0, durationMs: 0 }
      })
    ])
    expect(grace.came.filter(([event]) => event.startsWith('activity:'))).toEqual([
      ['activity:added', { workspaceId, calls: 1 }],
      ['activity:ended', { calls: [{ id: -1, status: 204, error: null }] }]
    ])
    expect(listed(ada)).toMatchObject([{ desk: null, requestId: 'r-1', status: 204 }])
  })

  it('is seen after a kill in the middle, as one whose outcome is unknown', async () => {
    const [ada, grace] = await two()
    await suite.apart(ada)
    await activityOf(ada).begin(write())
    await ada.restart()
    await activityOf(ada).cutOffWords()
    await suite.together(ada, grace)
    await expect.poll(() => shown(grace)).toEqual([row(null, 'cut-off')])
  })

  it('that was made offline goes up later, once, also after a restart of both and another join', async () => {
    const [ada, grace] = await two()
    await suite.whileApart([ada, grace], async () => {
      for (const forwarded of ['POST /one', 'PATCH /two']) await sent(ada, { forwarded })
      await ada.restart()
    })
    await suite.back(ada, grace)
    await grace.restart()
    await suite.back(grace)
    const both = () =>
      shown(grace)
        .map((one) => one[2])
        .sort()
    await expect.poll(both).toEqual(['PATCH /two', 'POST /one'])
    for (const desk of [ada, grace]) {
      await desk.team.leave()
      expect(shown(desk)).toEqual([])
    }
    await suite.join(grace, 'Grace')
    await suite.join(ada, 'Ada')
    expect(both()).toEqual(['PATCH /two', 'POST /one'])
    expect(shown(ada)).toEqual([])
    expect(listed(ada)).toHaveLength(2)
  })

  it('is neither a read, nor what was made before the desk joined, nor of a place that is not shared', async () => {
    const ada = suite.desk('Ada')
    await sent(ada, { subject: 'before' })
    await suite.join(ada, 'Ada')
    const activity = activityOf(ada)
    activity.log({ ...write({ mutation: false }), ...answered })
    await activity.flush()
    await sent(ada, { workspaceId: randomUUID() })
    await sent(ada, { subject: 'after' })
    await expect.poll(told).toEqual([expect.objectContaining({ subject: 'after', status: 204 })])
  })

  it('takes no token along', async () => {
    const ada = await suite.joined('Ada', [])
    const token = 'ct_practice_8fK2mQ7xLw'
    ada.masker.add(token)
    await sent(ada, { forwarded: `DELETE /x/${token}`, subject: token, path: `/x/${token}`, query: token })
    await expect.poll(told).toEqual([expect.objectContaining({ status: 204 })])
    expect(JSON.stringify(await suite.stored())).not.toContain(token)
  })

  it('is seen by a viewer, and what a viewer changed waits', async () => {
    const ada = await suite.joined('Ada', [])
    const vera = suite.desk('Vera')
    await vera.join(suite.as('Vera'))
    await suite.upToDate(vera)
    await sent(ada)
    await expect.poll(() => shown(vera)).toEqual([row(204)])
    await sent(vera)
    await expect.poll(() => vera.team.state.status).toMatchObject({ kind: 'connected', waiting: 1, writes: false })
    expect(shown(ada)).toEqual([])
  })

  it('is in one list with the desk’s own, by time, page by page; filters and counts hold for both', async () => {
    const [ada, grace] = await two()
    const now = Date.now()
    for (const ago of [5, 3, 1]) await sent(ada, { at: now - ago * 60_000, subject: `${ago}` })
    await suite.upToDate(ada)
    for (const ago of [4, 2]) await sent(grace, { at: now - ago * 60_000, subject: `${ago}`, status: 500 })
    await expect.poll(() => shown(grace)).toHaveLength(3)
    const seen: string[] = []
    for (let before: CallMark | null = null; ;) {
      const [only] = listed(grace, {}, before, 1)
      if (!only) break
      seen.push(only.subject)
      before = { at: only.at, id: only.id }
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5'])
    const subjects = (filters: CallFilters) => listed(grace, filters).map(({ subject }) => subject)
    expect(subjects({ whose: 'mine' })).toEqual(['2', '4'])
    expect(subjects({ text: 'employees/17 204', region: 'default', whose: 'team' })).toEqual(['1', '3', '5'])
    expect(subjects({ text: `ADA ${hostname()}` })).toEqual(['1', '3', '5'])
    expect(subjects({ asker: 'mappings' })).toEqual([])
    expect(subjects({ region: 'eu' })).toEqual([])
    const { history } = grace.history
    expect(history.countCalls({ workspaceId, filters: {} })).toBe(5)
    const spans = { since: now - 10 * 60_000, until: now, buckets: 1 }
    const chart = (filters: CallFilters) => history.chartCalls({ workspaceId, filters, spans })
    expect(chart({})).toMatchObject([{ calls: 5, failed: 0 }])
    expect(chart({ whose: 'team' })).toMatchObject([{ calls: 3, median: null, p95: null }])
  })

  it('is no part of this desk’s audit record or export, and goes when it is as old as own changes', async () => {
    const [ada, grace] = await two()
    await sent(ada)
    await expect.poll(() => shown(grace)).toHaveLength(1)
    const { history } = grace.history
    expect(history.verifyAudit()).toMatchObject({ records: 0, found: 0 })
    expect(history.listCalls({ workspaceId, filters: {}, before: Number.MAX_SAFE_INTEGER, limit: 10 })).toEqual([])
    const day = 86_400_000
    history.prune({ now: Date.now() + 399 * day })
    expect(shown(grace)).toHaveLength(1)
    history.prune({ now: Date.now() + 401 * day })
    expect(shown(grace)).toEqual([])
  })
})

const entry = {
  ...{ at: start, computer: 'mallory-laptop', asker: 'passthrough', method: 'DELETE', path: '/x', query: '' },
  ...{ subject: '', forwarded: '', connector: '', status: 204, error: null }
}
const byHand = (value: unknown, subject: string = randomUUID()) =>
  suite.insert({ kind: 'call', subject, field: 'entry', value })

describe('@attack a change written by hand', () => {
  it.each<[string, object]>([
    ['a path of 10 kB', { path: 'x'.repeat(10_000) }],
    ['a computer of 10 kB', { computer: 'x'.repeat(10_000) }],
    ['a method that is none', { method: '<b>' }],
    ['a status that is none', { status: 1e9 }],
    ['a time that is none', { at: 1e300 }],
    ['a view that is none', { asker: '__proto__' }],
    ['a body', { body: 'Grace Hopper, 90.000' }]
  ])('with %s changes nothing, and is counted', async (_, change) => {
    const ada = await suite.joined('Ada', [])
    await byHand({ ...entry, ...change })
    await expect.poll(() => ada.team.state.unread).toBe(1)
    expect(shown(ada)).toEqual([])
  })

  it('is never in the future', async () => {
    const ada = await suite.joined('Ada', [])
    await byHand({ ...entry, at: 8.64e15 })
    await expect.poll(() => shown(ada)).toHaveLength(1)
    expect(listed(ada)[0]?.at).toBeLessThan(Date.now() + 60_000)
  })

  it('in the name of the desk of another writes no outcome of its change', async () => {
    const [ada, grace] = await two()
    const end = await activityOf(ada).begin(write())
    await expect.poll(() => shown(grace)).toEqual([row(null, 'unanswered')])
    const [of] = await suite.server.query<{ subject: string; desk: string }>(
      suite.database,
      `SELECT subject, desk::text AS desk FROM connector_desk.change WHERE kind = 'call'`
    )
    if (!of) throw new Error('Ada told of nothing')
    await suite.insert({ ...of, kind: 'call', field: 'entry', value: entry })
    await byHand({ ...entry, forwarded: 'GET /last' })
    await expect.poll(() => shown(grace)).toHaveLength(2)
    expect(shown(grace)).toContainEqual(row(null, 'unanswered'))
    await end(write(answered))
    await expect.poll(() => shown(grace)).toContainEqual(row(204))
  })

  it('forges no line where it is copied as text, and hides nothing', async () => {
    const ada = await suite.joined('Ada', [])
    const odd = 'a\nResponse: 200\u2028b\u202e'
    const plain = 'a Response: 200 b '
    const value = { ...entry, computer: odd, path: odd, query: odd, subject: odd, forwarded: odd, connector: odd }
    const change = { ...value, status: null, error: odd }
    await suite.insert({ kind: 'call', subject: randomUUID(), field: 'entry', value: change, operator: odd })
    await expect.poll(() => shown(ada)).toEqual([['aResponse: 200b', plain, plain, null, plain]])
    expect(listed(ada)).toMatchObject([{ path: plain, query: plain, subject: plain, connectorKey: plain }])
  })

  it('under the id of another changes neither a colleague’s nor an own one', async () => {
    const [ada, grace] = await two()
    await activityOf(ada).begin(write())
    await expect.poll(() => shown(grace)).toEqual([row(null, 'unanswered')])
    const subject = (await suite.stored()).find(({ kind }) => kind === 'call')?.subject ?? ''
    await byHand({ ...entry, forwarded: 'GET /harmless' }, subject)
    await byHand({ ...entry, forwarded: 'GET /last' })
    await expect.poll(() => shown(grace)).toHaveLength(2)
    expect(shown(grace)).toContainEqual(row(null, 'unanswered'))
    await expect.poll(() => shown(ada)).toHaveLength(1)
    expect(listed(ada, { whose: 'mine' })).toMatchObject([{ status: null, forwarded: 'DELETE /employees/17' }])
    expect(ada.history.history.verifyAudit().found).toBe(0)
  })
})
