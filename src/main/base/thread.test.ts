import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors'
import { Thread } from './thread'

interface Methods {
  add(a: number, b: number): number
  fail(): void
  hang(): void
  die(): void
}

/** Plain JavaScript with the messages of `serve`. */
const code = `import { parentPort as port } from 'node:worker_threads'
port.postMessage({ event: 'started' })
port.on('message', ({ call, method, args }) => {
  if (method === 'die') throw new Error('Out of memory.')
  if (method === 'fail') port.postMessage({ call, ok: false, error: { code: 'not-found', message: 'No.', status: 404 } })
  if (method === 'add') port.postMessage({ call, ok: true, value: args[0] + args[1] })
})`
const bundle = new URL(`data:text/javascript,${encodeURIComponent(code)}`)

const onEvent = vi.fn<(event: string) => void>()
const onGone = vi.fn<(why: string) => void>()
let thread: Thread<Methods, string> | undefined
function start(): Thread<Methods, string> {
  onEvent.mockReset()
  onGone.mockReset()
  thread = new Thread(bundle, { onEvent, onGone, gone: (why) => new AppError('internal', `Gone: ${why}`) })
  return thread
}
afterEach(() => thread?.end('The test is over.'))

it('passes arguments and results, errors with their fields, and events', async () => {
  const { remote } = start()
  await expect(remote.add(2, 3)).resolves.toBe(5)
  await expect(remote.fail()).rejects.toMatchObject({ code: 'not-found', message: 'No.', info: { status: 404 } })
  expect(onEvent.mock.calls).toEqual([['started']])
})

it('starts with the first call, and only once', async () => {
  const thread = start()
  expect(thread.running).toBe(false)
  await Promise.all([thread.remote.add(1, 1), thread.remote.add(2, 2)])
  expect([thread.running, thread.generation]).toEqual([true, 1])
})

it('fails every call that waits when its thread dies, reports it once, and starts another for the next', async () => {
  const thread = start()
  const waiting = [thread.remote.hang(), thread.remote.die()]
  for (const call of waiting) await expect(call).rejects.toMatchObject({ message: 'Gone: Out of memory.' })
  expect(onGone.mock.calls).toEqual([['Out of memory.']])
  await expect(thread.remote.add(1, 2)).resolves.toBe(3)
  expect(thread.generation).toBe(2)
})

it('ends on request with the reason given, and reports nothing', async () => {
  const thread = start()
  const waiting = expect(thread.remote.hang()).rejects.toMatchObject({ message: 'Gone: It took too long.' })
  await thread.end('It took too long.')
  await waiting
  expect(thread.running).toBe(false)
  expect(onGone).not.toHaveBeenCalled()
})

it('is ended where nothing was asked of it for its rest, and starts again with the next call', async () => {
  const thread = new Thread<Methods, string>(bundle, {
    onGone,
    restMs: 30,
    gone: (why) => new AppError('internal', why)
  })
  onGone.mockReset()
  const waiting = thread.remote.hang()
  waiting.catch(() => undefined)
  await expect(thread.remote.add(1, 1)).resolves.toBe(2)
  await expect(thread.remote.add(1, 2)).resolves.toBe(3)
  expect(thread.generation).toBe(1)
  await thread.end('The test ends the call that waits.')
  await expect(thread.remote.add(1, 1)).resolves.toBe(2)
  await expect.poll(() => thread.running).toBe(false)
  await expect(thread.remote.add(2, 2)).resolves.toBe(4)
  expect(thread.generation).toBe(3)
  expect(onGone).not.toHaveBeenCalled()
  await thread.end('The test is over.')
})

it('is not mistaken for a promise', async () => {
  const { remote } = start()
  await expect(Promise.resolve(remote)).resolves.toBe(remote)
})
