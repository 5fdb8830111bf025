import { expect, it } from 'vitest'
import type { Keeping } from '../../shared/connectors/snapshot'
import { storeInThread } from './thread'
import type { StoreMethods } from '../app/store'

function thread(code: string, announced: Keeping[] = []) {
  const source = `import { parentPort as port } from 'node:worker_threads'; ${code}`
  const bundle = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  return storeInThread<StoreMethods>(bundle, { file: 'unused', now: 0 }, (keeping) => announced.push(keeping))
}
const echo = `port.on('message', ({ call, method, args }) => {
  port.postMessage(method === 'compare'
    ? { call, ok: false, error: { code: 'not-found', message: 'Which walk?' } }
    : { call, ok: true, value: { method, args } })
  if (method === 'close') port.close()
})`

it('passes each call to the thread, and its answer or error back', async () => {
  const { store, stop } = thread(echo)
  await expect(store.prune({ now: 7 })).resolves.toEqual({ method: 'prune', args: [{ now: 7 }] })
  const compared = store.compare({ place: { workspaceId: 'w', region: 'eu' }, before: 1, after: 2, limit: 3 })
  await expect(compared).rejects.toMatchObject({ code: 'not-found', message: 'Which walk?' })
  await stop()
})

it('passes on what the thread reports about keeping', async () => {
  const announced: Keeping[] = []
  const keeping = { keeping: 'no', reason: 'disk-full', message: 'Full.', setAside: null }
  const {
    store,
    stop,
    keeping: now
  } = thread(`port.postMessage({ event: ${JSON.stringify(keeping)} }); ${echo}`, announced)
  await store.prune({ now: 0 })
  expect(announced).toEqual([keeping])
  expect(now()).toEqual(keeping)
  await stop()
})

it('refuses calls under way when the thread dies, reports it, and starts another for the next', async () => {
  const announced: Keeping[] = []
  const dies = `port.on('message', ({ call, method }) => {
    if (method === 'prune') throw new Error('Out of memory.')
    port.postMessage({ call, ok: true, value: method })
    if (method === 'close') port.close()
  })`
  const { store, stop } = thread(dies, announced)
  await expect(store.prune({ now: 0 })).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('Out of memory.')
  })
  expect(announced).toMatchObject([{ keeping: 'no', reason: 'stopped' }])
  await expect(store.keeping()).resolves.toBe('keeping')
  await stop()
})

it('gives a thread up that cannot start, without throwing', async () => {
  const announced: Keeping[] = []
  const { store, stop } = thread(`throw new Error('libsql is missing')`, announced)
  for (let call = 0; call < 5; call++) await expect(store.prune({ now: 0 })).rejects.toMatchObject({ code: 'internal' })
  expect(announced).toHaveLength(3)
  await stop()
  await stop()
})

it('refuses every call after it was stopped', async () => {
  const announced: Keeping[] = []
  const { store, stop } = thread(echo, announced)
  await store.prune({ now: 0 })
  const stopped = stop()
  await expect(store.prune({ now: 0 })).rejects.toMatchObject({ code: 'cancelled' })
  await stopped
  await expect(store.prune({ now: 0 })).rejects.toMatchObject({ code: 'cancelled' })
  expect(announced).toEqual([])
})
