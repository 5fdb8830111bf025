import { expect, test, vi } from 'vitest'
import { AppError } from '../../../../shared/errors'
import type { Queue } from '../../../../shared/model/case'
import { FakeClient } from '../../testing/fake-client'
import { hour, madeUpCase, madeUpQueue, madeUpSnapshot } from '../../testing/made-up-queue'
import { CaseList } from './case-list.svelte'

const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const

function list(queue: () => Queue | Promise<Queue> = () => madeUpQueue([madeUpCase('a')])) {
  const client = new FakeClient()
  client.answer('health:queue', queue)
  client.answer('health:walks', () => [{ ...madeUpSnapshot(), id: 8, endedAt: null }, madeUpSnapshot(5)])
  const made = new CaseList(client)
  return { client, made, asked: () => client.asked('health:queue').length }
}

test('shows the queue of a place, and when it was read last', async () => {
  const { made } = list()
  made.show(place)
  await vi.waitFor(() => expect(made.byKey.has('HRIS:a')).toBe(true))
  expect(made.lastWalk?.endedAt).toBe(5)
})

test('a walk that was kept brings a new queue; one of another place does not', async () => {
  const { client, made, asked } = list()
  made.show(place)
  await vi.waitFor(() => expect(made.queue).not.toBeNull())
  client.emit('health:changed', { ...place, region: 'eu', snapshot: madeUpSnapshot(9) })
  expect([asked(), made.lastWalk?.endedAt]).toEqual([1, 5])
  client.emit('health:changed', { ...place, snapshot: madeUpSnapshot(9) })
  expect([asked(), made.lastWalk?.endedAt]).toEqual([2, 9])
})

test('shows the queue of the last session until the one of this session is there', async () => {
  let answer: (queue: Queue) => void = () => undefined
  const { client, made } = list(() => new Promise((resolve) => (answer = resolve)))
  client.answer('health:keptQueue', () => madeUpQueue([madeUpCase('kept')]))
  made.show(place)
  await vi.waitFor(() => expect([...made.byKey.keys()]).toEqual(['HRIS:kept']))
  answer(madeUpQueue([madeUpCase('now')]))
  await vi.waitFor(() => expect([...made.byKey.keys()]).toEqual(['HRIS:now']))
})

test('the queue of the last session never replaces a newer one, or that of another place', async () => {
  const answers: ((queue: Queue | null) => void)[] = []
  const { client, made } = list()
  client.answer('health:keptQueue', () => new Promise((resolve) => answers.push(resolve)))
  made.show(place)
  await vi.waitFor(() => expect([...made.byKey.keys()]).toEqual(['HRIS:a']))
  answers[0]?.(madeUpQueue([madeUpCase('kept')]))
  client.answer('health:queue', () => new Promise(() => undefined))
  made.show({ ...place, region: 'eu' })
  made.show(place)
  answers[1]?.(madeUpQueue([madeUpCase('eu')]))
  await Promise.resolve()
  expect(made.queue).toBeNull()
})

test('an answer that a later question has overtaken is dropped', async () => {
  const answers: ((queue: Queue) => void)[] = []
  const { made } = list(() => new Promise((resolve) => answers.push(resolve)))
  made.show(place)
  made.show({ ...place, region: 'eu' })
  answers[1]?.(madeUpQueue([madeUpCase('eu')]))
  await vi.waitFor(() => expect(made.byKey.has('HRIS:eu')).toBe(true))
  answers[0]?.(madeUpQueue([madeUpCase('default')]))
  await Promise.resolve()
  expect([...made.byKey.keys()]).toEqual(['HRIS:eu'])
})

test('a failure is reported and takes nothing away', async () => {
  const { client, made } = list()
  made.show(place)
  await vi.waitFor(() => expect(made.queue).not.toBeNull())
  client.answer('health:queue', () => {
    throw new AppError('internal', 'no')
  })
  await made.load()
  expect(made.error?.message).toBe('no')
  expect(made.byKey.size).toBe(1)
})

test('asks again when ages have moved on or a snooze has ended, and not before', async () => {
  const now = Date.now()
  const asleep = madeUpCase('z', hour, { snoozedUntil: now + 1000 })
  const { made, asked } = list(() => madeUpQueue([], { at: now, snoozed: [asleep] }))
  made.show(place)
  await vi.waitFor(() => expect(made.queue).not.toBeNull())
  made.ripen(now + 999)
  expect(asked()).toBe(1)
  made.ripen(now + 1000)
  expect(asked()).toBe(2)
})

test('a new case that is gone is not new any more', async () => {
  const { client, made } = list()
  made.show(place)
  await vi.waitFor(() => expect(made.queue).not.toBeNull())
  client.emit('health:newCases', { ...place, cases: [madeUpCase('a'), madeUpCase('b')] })
  await made.load()
  expect([...made.fresh]).toEqual(['HRIS:a'])
})

test('new cases are marked until the place is left', async () => {
  const { client, made } = list()
  made.show(place)
  client.emit('health:newCases', { ...place, cases: [madeUpCase('a')] })
  client.emit('health:newCases', { ...place, region: 'eu', cases: [madeUpCase('b')] })
  expect([...made.fresh]).toEqual(['HRIS:a'])
  made.show(null)
  expect(made.fresh.size).toBe(0)
})
