import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors'
import type { DeskBridge } from '../../shared/ipc'
import { bridgeClient } from './client.svelte'

const silent = { on: () => () => undefined }
const answering = (envelope: unknown): DeskBridge => ({
  ...silent,
  invoke: () => Promise.resolve(JSON.stringify(envelope))
})

test('gives the value of a good answer', async () => {
  const client = bridgeClient(answering({ ok: true, value: true }))
  expect(await client.call('app:cancelJob', { requestId: 'r' })).toBe(true)
})

test('throws an AppError with every field of a bad answer', async () => {
  const error = { code: 'unauthorized', message: 'no', status: 401, fields: { bearerToken: 'wrong' } }
  const thrown = await bridgeClient(answering({ ok: false, error }))
    .call('app:getState')
    .catch((caught: unknown) => caught)
  expect(thrown).toBeInstanceOf(AppError)
  expect((thrown as AppError).toShape()).toEqual(error)
})

test('what main cannot answer at all is an AppError too', async () => {
  const client = bridgeClient({ ...silent, invoke: () => Promise.reject(new Error('no handler')) })
  await expect(client.call('app:getState')).rejects.toMatchObject({ name: 'AppError', code: 'internal' })
})

test('sends state as plain data, which structured clone takes', async () => {
  const request = $state({ workspaceId: 'w', region: 'eu' as const })
  expect(() => structuredClone(request)).toThrow()
  let sent: unknown
  const bridge: DeskBridge = {
    ...silent,
    invoke: (_, received) => Promise.resolve(JSON.stringify({ ok: true, value: (sent = structuredClone(received)) }))
  }
  await bridgeClient(bridge).call('workspaces:open', request)
  expect(sent).toEqual({ workspaceId: 'w', region: 'eu' })
})
