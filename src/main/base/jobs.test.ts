import { expect, it } from 'vitest'
import { Jobs } from './jobs'

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
