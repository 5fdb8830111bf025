import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import type { Context, Room } from '../base/room'
import { openWorkspaces, type WorkspaceRoomParts } from './room'

const workspaceId = '6f1d1f4e-6a35-4b6c-8a0e-5b8e2f0f7a11'
const context: Context = { owner: 1, emit: () => undefined }

/** What happens, in its order, as a workspace is removed. */
function removal(secrets: () => Promise<void>) {
  const done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const rooms: Room[] = [
    { handlers: {}, forgetSecrets: note('secrets'), forgetWorkspace: note('rows') },
    { handlers: {} },
    { handlers: {}, forgetSecrets: secrets, forgetWorkspace: note('more rows') }
  ]
  const parts = {
    workspaces: {
      list: () => [{ id: workspaceId, kind: 'live' }],
      nameOf: () => 'Harbourline',
      remove: note('tokens')
    },
    activity: { keepName: note('name kept'), flush: note('calls written') },
    history: { removeWorkspace: note('history') },
    leave: () => done.push('left'),
    rooms: () => rooms,
    state: () => ({})
  } as unknown as WorkspaceRoomParts
  return { done, remove: () => openWorkspaces(parts).handlers['workspaces:remove']({ workspaceId }, context) }
}

it('every room forgets a workspace that is removed, its secrets first', async () => {
  const { done, remove } = removal(async () => undefined)
  await remove()
  expect(done).toEqual([
    ...['left', 'secrets', 'tokens', 'name kept', 'rows', 'more rows'],
    ...['calls written', 'history']
  ])
})

it('where the keychain refuses, nothing of it is forgotten', async () => {
  const { done, remove } = removal(() => Promise.reject(new AppError('keychain-locked', 'Locked.')))
  await expect(remove()).rejects.toMatchObject({ code: 'keychain-locked' })
  expect(done).toEqual(['left', 'secrets'])
})
