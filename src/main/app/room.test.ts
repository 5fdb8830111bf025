import { expect, it } from 'vitest'
import type { Context } from '../base/room'
import { appStateOf, openApp, type AppRoomParts, type StateParts } from './room'

const policy = { settings: { 'services.allowedWorkspaces': ['Harbourline'] }, problems: [] }
const parts = (locked: boolean) =>
  ({
    settings: { get: () => ({ preferences: { lockMinutes: 15 } }) },
    policy: { state: policy },
    workspaces: { list: () => [{ name: 'Harbourline' }], activeId: 'w1' },
    keychain: { state: { state: 'unlocked' } },
    certificates: { list: () => [] },
    notices: { list: () => [{ message: 'Harbourline changed' }] },
    lock: { state: locked ? { reason: 'asked' } : null },
    login: null
  }) as unknown as StateParts
const about = { version: '0.1.0', runtime: { electron: '', chrome: '', node: '' }, sandboxed: true }

it('the state names the workspaces and what is managed', () => {
  expect(appStateOf(about, parts(false))).toMatchObject({ workspaces: [{ name: 'Harbourline' }], policy })
})

it('names no workspace while the app is locked, not even in a policy', () => {
  const state = appStateOf(about, parts(true))
  expect(state).toMatchObject({ lock: { reason: 'asked' }, preferences: { lockMinutes: 15 }, policy: null })
  expect(JSON.stringify(state)).not.toContain('Harbourline')
})

it('says whether the history keeps what it sees', async () => {
  const keeping = { keeping: 'yes', message: '', setAside: null }
  const { handlers } = openApp({
    ...{ thread: { keeping: () => keeping }, profile: '/nowhere', failed: () => () => undefined }
  } as unknown as AppRoomParts)
  const context: Context = { owner: 1, emit: () => undefined }
  expect(await handlers['app:keeping'](undefined, context)).toEqual(keeping)
})
