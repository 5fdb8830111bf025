import { expect, it } from 'vitest'
import { Jobs, reporterOf } from './jobs'

const untilAborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('ended')))

it('lets only the owner cancel', async () => {
  const jobs = new Jobs()
  const job = jobs.run('r1', 1, 'walk', untilAborted)
  expect(jobs.cancel('r1', 2)).toBe(false)
  expect(jobs.cancel('other', 1)).toBe(false)
  expect(jobs.cancel('r1', 1)).toBe(true)
  expect(await job).toBe('ended')
})

it('forgets a job when it ends, also by a failure', async () => {
  const jobs = new Jobs()
  const failing = jobs.run('r1', 1, 'walk', async () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  expect(jobs.cancel('r1', 1)).toBe(false)
})

it('refuses a request id that is in use', async () => {
  const jobs = new Jobs()
  const job = jobs.run('r1', 1, 'walk', untilAborted)
  await expect(jobs.run('r1', 1, 'walk', async () => 1)).rejects.toMatchObject({ code: 'invalid-input' })
  jobs.cancelWhere(() => true)
  await job
})

it('cancels what matches, and only that', async () => {
  const jobs = new Jobs()
  const gone = jobs.run('r1', 1, 'walk', untilAborted)
  const other = jobs.run('r2', 2, 'walk', untilAborted)
  jobs.cancelWhere(({ owner }) => owner === 1)
  expect(await gone).toBe('ended')
  expect(jobs.cancel('r2', 2)).toBe(true)
  await other
})

it('ends the work of a window that is gone, but follows what may have changed something to its end', async () => {
  const jobs = new Jobs()
  let end = () => {}
  const read = jobs.run('r1', 1, 'walk', untilAborted)
  const change = jobs.run('r2', 1, 'act', async (signal) => {
    reporterOf(signal)?.left()
    await new Promise<void>((resolve) => (end = resolve))
    return signal.aborted
  })
  const other = jobs.run('r3', 2, 'act', untilAborted)
  expect(jobs.changing).toBe(1)
  jobs.leave(1)
  expect(await read).toBe('ended')
  let settled = false
  const waiting = jobs.stop().then(() => (settled = true))
  await Promise.resolve()
  expect(settled).toBe(false)
  end()
  expect(await change).toBe(false)
  await waiting
  expect(jobs.changing).toBe(0)
  expect(await other).toBe('ended')
})

it('waits only a moment at quitting for what does not end', async () => {
  const jobs = new Jobs()
  void jobs.run('r1', 1, 'walk', () => new Promise(() => undefined))
  const recorded = jobs.run('r2', 1, 'walk', async (signal) => {
    await untilAborted(signal)
    return 'written down'
  })
  await jobs.stop(20)
  expect(await recorded).toBe('written down')
})
