import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors'
import type { IssueList } from '../../../shared/issues/issue'
import { FakeClient } from '../testing/fake-client'
import { hour, madeUpIssue, madeUpIssues, madeUpSnapshot } from '../testing/made-up-issues'
import { KnownIssues } from './known-issues.svelte'

const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const

function list(issueList: () => IssueList | Promise<IssueList> = () => madeUpIssues([madeUpIssue('a')])) {
  const client = new FakeClient()
  client.answerIssues(issueList)
  client.answer('connectors:snapshots', () => [{ ...madeUpSnapshot(), id: 8, endedAt: null }, madeUpSnapshot(5)])
  const made = new KnownIssues(client)
  return { client, made, asked: () => client.asked('issues:list').length }
}

test('shows the queue of a place, and when it was read last', async () => {
  const { made } = list()
  made.show(place)
  await expect.poll(() => made.byKey.has('HRIS:a')).toBe(true)
  expect(made.lastRefresh?.endedAt).toBe(5)
})

test('a walk that was kept brings a new queue; one of another place does not', async () => {
  const { client, made, asked } = list()
  made.show(place)
  await expect.poll(() => made.issueList).not.toBeNull()
  client.emit('connectors:snapshotChanged', { ...place, region: 'eu', snapshot: madeUpSnapshot(9) })
  expect([asked(), made.lastRefresh?.endedAt]).toEqual([1, 5])
  client.emit('connectors:snapshotChanged', { ...place, snapshot: madeUpSnapshot(9) })
  expect([asked(), made.lastRefresh?.endedAt]).toEqual([2, 9])
})

test('shows the queue of the last session until the one of this session is there', async () => {
  let answer: (issueList: IssueList) => void = () => undefined
  const { client, made } = list(() => new Promise((resolve) => (answer = resolve)))
  client.keepIssues(() => madeUpIssues([madeUpIssue('kept')]))
  made.show(place)
  await expect.poll(() => [...made.byKey.keys()]).toEqual(['HRIS:kept'])
  answer(madeUpIssues([madeUpIssue('now')]))
  await expect.poll(() => [...made.byKey.keys()]).toEqual(['HRIS:now'])
})

test('the queue of the last session never replaces a newer one, or that of another place', async () => {
  const answers: ((issueList: IssueList | null) => void)[] = []
  const { client, made } = list()
  client.keepIssues(() => new Promise((resolve) => answers.push(resolve)))
  made.show(place)
  await made.load()
  expect([...made.byKey.keys()]).toEqual(['HRIS:a'])
  answers[0]?.(madeUpIssues([madeUpIssue('kept')]))
  client.answerIssues(() => new Promise(() => undefined))
  made.show({ ...place, region: 'eu' })
  made.show(place)
  answers[1]?.(madeUpIssues([madeUpIssue('eu')]))
  await Promise.resolve()
  expect(made.issueList).toBeNull()
})

test('a question that waited for the last session is not asked after a newer one: main has the pages of the last alone', async () => {
  let answerKept: (issueList: IssueList | null) => void = () => undefined
  const { client, made, asked } = list()
  client.keepIssues(() => new Promise((resolve) => (answerKept = resolve)))
  made.show(place)
  await made.load()
  expect(asked()).toBe(1)
  answerKept(madeUpIssues([madeUpIssue('kept')]))
  await made.load()
  expect([asked(), made.failure]).toEqual([2, null])
})

test('issues that main has told stay as they are, and come in pages where they are many', async () => {
  const some = Array.from({ length: 5_000 }, (_, at) => madeUpIssue(String(at), hour + at))
  let now = some
  const { client, made } = list(() => madeUpIssues(now))
  made.show(place)
  await expect.poll(() => made.byKey.size).toBe(5_000)
  expect(client.asked('issues:page').map(({ page }) => page)).toEqual([1, 2])
  const before = made.byKey.get('HRIS:4')
  const fresh = madeUpIssue('new')
  now = [...some.slice(1, 4), { ...some[4], owner: 'Ada' }, fresh, ...some.slice(5)] as typeof some
  await made.load()
  expect(client.asked('issues:page')).toHaveLength(2)
  expect(made.issueList).toEqual(madeUpIssues(now, { at: made.issueList?.at ?? 0 }))
  expect(made.byKey.get('HRIS:4')).not.toBe(before)
  const first = made.byKey.get('HRIS:1')
  await made.load()
  expect(made.byKey.get('HRIS:1')).toBe(first)
})

test('an answer that a later question has overtaken is dropped', async () => {
  const answers: ((issueList: IssueList) => void)[] = []
  const { made } = list(() => new Promise((resolve) => answers.push(resolve)))
  made.show(place)
  await expect.poll(() => answers).toHaveLength(1)
  made.show({ ...place, region: 'eu' })
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.(madeUpIssues([madeUpIssue('eu')]))
  await expect.poll(() => made.byKey.has('HRIS:eu')).toBe(true)
  answers[0]?.(madeUpIssues([madeUpIssue('default')]))
  await Promise.resolve()
  expect([...made.byKey.keys()]).toEqual(['HRIS:eu'])
})

test('a failure is reported and takes nothing away', async () => {
  const { client, made } = list()
  made.show(place)
  await expect.poll(() => made.issueList).not.toBeNull()
  client.answerIssues(() => {
    throw new AppError('internal', 'no')
  })
  await made.load()
  expect(made.failure?.message).toBe('no')
  expect(made.byKey.size).toBe(1)
})

test('asks again when ages have moved on or a snooze has ended, and not before', async () => {
  const now = Date.now()
  const asleep = madeUpIssue('z', hour, { snoozedUntil: now + 1000 })
  const { made, asked } = list(() => madeUpIssues([], { at: now, snoozed: [asleep] }))
  made.show(place)
  await expect.poll(() => made.issueList).not.toBeNull()
  made.ripen(now + 999)
  expect(asked()).toBe(1)
  made.ripen(now + 1000)
  expect(asked()).toBe(2)
})

test('a new case that is gone is not new any more', async () => {
  const { client, made } = list()
  made.show(place)
  await expect.poll(() => made.issueList).not.toBeNull()
  client.emit('issues:opened', { ...place, issues: [madeUpIssue('a'), madeUpIssue('b')] })
  await made.load()
  expect([...made.fresh]).toEqual(['HRIS:a'])
})

test('new cases are marked until the place is left', async () => {
  const { client, made } = list()
  made.show(place)
  client.emit('issues:opened', { ...place, issues: [madeUpIssue('a')] })
  client.emit('issues:opened', { ...place, region: 'eu', issues: [madeUpIssue('b')] })
  expect([...made.fresh]).toEqual(['HRIS:a'])
  made.show(null)
  expect(made.fresh.size).toBe(0)
})
