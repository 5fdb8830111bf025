import { expect, test, vi } from 'vitest'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { appState } from '../testing/made-up'
import { Job } from './job.svelte'
import { Task } from './task.svelte'

function later<T>() {
  let give: (value: T) => void = () => undefined
  let fail: (error: unknown) => void = () => undefined
  const promise = new Promise<T>((resolve, reject) => ([give, fail] = [resolve, reject]))
  return { promise, give, fail }
}
const refused = new AppError('validation', 'no', { status: 422 })
const fails = () => Promise.reject(refused)

test('a failure shows until the next try succeeds; what runs afresh forgets it at once', async () => {
  const task = new Task()
  expect(await task.attempt(fails)).toBeNull()
  expect(task.failure).toBe(refused)
  const slow = later<number>()
  const trying = task.attempt(() => slow.promise)
  expect([task.running, task.failure]).toEqual([true, refused])
  slow.give(1)
  expect(await trying).toBe(1)
  expect([task.running, task.failure]).toEqual([false, null])
  await task.attempt(fails)
  const again = task.run(fails)
  expect(task.failure).toBeNull()
  await again
  expect(task.failure).toBe(refused)
})

test('what the operator stopped or declined is no failure', async () => {
  const task = new Task()
  await task.attempt(fails)
  await task.attempt(() => Promise.reject(new AppError('cancelled', 'stopped')))
  expect(task.failure).toBeNull()
})

test('only the last read counts, whichever ends first', async () => {
  const task = new Task()
  const take = vi.fn<(answer: string) => void>()
  const [first, second] = [later<string>(), later<string>()]
  const both = [task.latest(() => first.promise, take), task.latest(() => second.promise, take)]
  second.give('second')
  await both[1]
  expect(task.reading).toBe(false)
  first.fail(refused)
  await both[0]
  expect(take.mock.calls).toEqual([['second']])
  expect(task.failure).toBeNull()
})

test('what is read in the background is no act, and neither hides nor replaces what an act brought', async () => {
  const task = new Task()
  const take = vi.fn<(answer: string) => void>()
  const reads = [later<string>(), later<string>(), later<string>()]
  let asked = 0
  const read = () => reads[asked++]?.promise ?? Promise.resolve('more')
  const reading = task.latest(read, take)
  expect([task.running, task.reading]).toEqual([false, true])
  await task.attempt(fails)
  // It began before the act ended, so what it has may be older.
  reads[0]?.give('before the act')
  await expect.poll(() => asked).toBe(2)
  expect(take).not.toHaveBeenCalled()
  reads[1]?.give('after the act')
  await reading
  expect(take.mock.calls).toEqual([['after the act']])
  expect([task.reading, task.failure]).toEqual([false, refused])
  const beside = task.alsoRead(read)
  expect([task.running, task.reading]).toEqual([false, true])
  reads[2]?.give('beside')
  expect(await beside).toBe('beside')
  expect([task.reading, task.failure]).toEqual([false, refused])
  await task.attempt(() => Promise.resolve(1))
  expect(task.failure).toBeNull()
})

test('what nobody waits for is not read again', async () => {
  const task = new Task()
  const slow = later<string>()
  const read = vi.fn<() => Promise<string>>(() => slow.promise)
  const take = vi.fn<(answer: string) => void>()
  const reading = task.latest(read, take)
  await task.attempt(() => Promise.resolve(1))
  task.cancel()
  slow.give('late')
  await reading
  expect(read).toHaveBeenCalledTimes(1)
  expect(take).not.toHaveBeenCalled()
})

test('a question is an act: one that is read beside it goes on', async () => {
  const task = new Task()
  const [slow, reply] = [later<string>(), later<string>()]
  const taken: string[] = []
  const reading = task.latest(
    () => slow.promise,
    (answer) => taken.push(answer)
  )
  const asked = task.ask(
    new Job(new FakeClient(appState())),
    () => reply.promise,
    (answer) => taken.push(answer)
  )
  expect([task.running, task.reading]).toEqual([true, true])
  slow.give('read')
  await reading
  reply.give('answered')
  await asked
  expect(taken).toEqual(['read', 'answered'])
  expect([task.running, task.reading]).toEqual([false, false])
})

test('a new question cancels the one before; progress is of the one that runs', async () => {
  const client = new FakeClient(appState())
  const task = new Task()
  const take = vi.fn<(answer: string) => void>()
  const [first, second] = [new Job(client), new Job(client)]
  const slow = later<string>()
  const asked = task.ask(first, () => slow.promise, take)
  expect(task.job).toBe(first)
  const next = later<string>()
  const asking = task.ask(second, () => next.promise, take)
  expect(first.stopping).toBe(true)
  expect(task.job).toBe(second)
  const progress = { wait: null, quiet: null, sent: true }
  client.emit('app:jobProgress', { requestId: second.requestId, progress })
  expect([first.progress.sent, second.progress.sent]).toEqual([false, true])
  slow.give('first')
  await asked
  next.give('second')
  await asking
  expect(task.job).toBeNull()
  client.emit('app:jobProgress', { requestId: second.requestId, progress: { ...progress, sent: false } })
  expect(second.progress.sent).toBe(true)
  expect(take.mock.calls).toEqual([['second']])
})

test('an effect that begins an act does not run again as the act begins and ends', async () => {
  const task = new Task()
  const began = vi.fn<() => void>()
  const stop = $effect.root(() => {
    $effect(() => {
      began()
      task.cancel()
      void task.attempt(() => Promise.resolve(1))
      void task.latest(
        () => Promise.resolve(1),
        () => undefined
      )
    })
  })
  await expect.poll(() => began).toHaveBeenCalled()
  await expect.poll(() => task.running).toBe(false)
  expect(began).toHaveBeenCalledTimes(1)
  stop()
})
