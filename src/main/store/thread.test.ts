import { expect, it } from 'vitest'
import type { Keeping } from '../../shared/model/snapshot'
import { historyInThread } from './thread'

/** A thread that behaves as `code` says; `port` is its way to main. */
function thread(code: string, told: Keeping[] = []) {
  const source = `import { parentPort as port } from 'node:worker_threads'; ${code}`
  const bundle = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  return historyInThread(bundle, { file: 'unused', now: 0 }, (keeping) => told.push(keeping))
}
const echo = `port.on('message', ({ id, method, argument }) => {
  port.postMessage(method === 'compare'
    ? { id, ok: false, code: 'not-found', message: 'Which walk?' }
    : { id, ok: true, value: { method, argument } })
  if (method === 'close') port.close()
})`

it('passes each call to the thread, and its answer or error back', async () => {
  const { history, stop } = thread(echo)
  await expect(history.prune({ now: 7 })).resolves.toEqual({ method: 'prune', argument: { now: 7 } })
  const compared = history.compare({ place: { workspaceId: 'w', region: 'eu' }, before: 1, after: 2, limit: 3 })
  await expect(compared).rejects.toMatchObject({ code: 'not-found', message: 'Which walk?' })
  await stop()
})

it('tells what the thread says of keeping', async () => {
  const told: Keeping[] = []
  const keeping = { keeping: 'no', reason: 'disk-full', message: 'Full.', setAside: null }
  const {
    history,
    stop,
    keeping: now
  } = thread(`port.postMessage({ keeping: ${JSON.stringify(keeping)} }); ${echo}`, told)
  await history.prune({ now: 0 })
  expect(told).toEqual([keeping])
  expect(now()).toEqual(keeping)
  await stop()
})

it('refuses calls under way when the thread dies, says so, and starts it anew for the next', async () => {
  const told: Keeping[] = []
  const dies = `port.on('message', ({ id, method }) => {
    if (method === 'prune') throw new Error('Out of memory.')
    port.postMessage({ id, ok: true, value: method })
    if (method === 'close') port.close()
  })`
  const { history, stop } = thread(dies, told)
  await expect(history.prune({ now: 0 })).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('Out of memory.')
  })
  expect(told).toMatchObject([{ keeping: 'no', reason: 'stopped' }])
  await expect(history.keeping(undefined)).resolves.toBe('keeping')
  await stop()
})

it('gives a thread up that cannot start, without throwing', async () => {
  const told: Keeping[] = []
  const { history, stop } = thread(`throw new Error('libsql is missing')`, told)
  for (let call = 0; call < 5; call++)
    await expect(history.prune({ now: 0 })).rejects.toMatchObject({ code: 'internal' })
  expect(told).toHaveLength(3)
  await stop()
  await stop()
})

it('refuses every call after it was stopped', async () => {
  const told: Keeping[] = []
  const { history, stop } = thread(echo, told)
  await history.prune({ now: 0 })
  await stop()
  await expect(history.prune({ now: 0 })).rejects.toMatchObject({ code: 'internal' })
  expect(told).toEqual([])
})
