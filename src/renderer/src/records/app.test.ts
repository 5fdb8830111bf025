import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors'
import type { KeychainState, Workspace } from '../../../shared/workspaces/workspace'
import { FakeClient } from '../testing/fake-client'
import { appState, workspace } from '../testing/made-up'
import { App } from './app.svelte'

test.each([
  ['keychain', 'shared', 'default', 'unlocked', 'ready'],
  ['keychain', 'shared', 'eu', 'unlocked', 'ready'],
  ['keychain', 'shared', 'eu', 'locked', 'keychain-locked'],
  ['keychain', 'none', 'default', 'missing', 'keychain-missing'],
  ['session', 'shared', 'eu', 'locked', 'ready'],
  ['session', 'none', 'eu', 'unlocked', 'no-token'],
  ['none', 'shared', 'eu', 'unlocked', 'no-token'],
  ['shared', 'shared', 'default', 'unlocked', 'no-token']
] as const)('token %s / %s, region %s, keychain %s: %s', async (first, eu, region, state, access) => {
  const tokens: Workspace['tokens'] = { default: first, eu }
  const keychain: KeychainState = { state, name: 'GNOME Keyring' }
  const app = new App(new FakeClient(appState({ workspaces: [workspace({ region, tokens })], keychain })))
  await app.load()
  expect(app.access).toBe(access)
})

test('follows what main sends unasked, as when a slow keychain answers', async () => {
  const client = new FakeClient(appState({ keychain: { state: 'locked', name: 'GNOME Keyring' } }))
  let changes = 0
  const app = new App(client, () => changes++)
  await app.load()
  client.emit('app:changed', appState())
  expect(app.access).toBe('ready')
  expect(changes).toBe(2)
})

test('an action without a form keeps its error to be shown; one with a form throws it', async () => {
  const client = new FakeClient(appState())
  const refused = () => Promise.reject(new AppError('invalid-input', 'no EU address'))
  client.answer('workspaces:open', refused)
  client.answer('workspaces:remove', refused)
  const app = new App(client)
  await app.open(workspace().id, 'eu')
  expect(app.failure?.message).toBe('no EU address')
  app.forgetFailure()
  await expect(app.remove(workspace().id)).rejects.toThrow('no EU address')
  expect(app.failure).toBeNull()
})
