import { expect, it } from 'vitest'
import type { Environment, Workspace } from '../../shared/workspaces/workspace'
import { personWho } from '../guard/testing'
import type { Context } from '../base/room'
import { openWorkspaces, type WorkspaceRoomParts } from './room'

const id = '6f1d1f4e-6a35-4b6c-8a0e-5b8e2f0f7a11'
const context: Context = { owner: 1, emit: () => undefined }

function over(workspace: Partial<Workspace>, agrees: boolean) {
  const { confirmer, acts } = personWho(() => agrees)
  const changed: (string | null)[] = []
  const workspaces = {
    list: () => [{ id, name: 'Production', kind: 'live', ...workspace }],
    update: async (_: string, { name }: { name: string }) => {
      changed.push(name)
      return []
    },
    setEnvironment: (_: string, environment: Environment | null) => void changed.push(environment)
  }
  const jobs = {
    run: (_: string, __: unknown, ___: string, work: (signal: AbortSignal) => unknown) =>
      work(new AbortController().signal)
  }
  const parts = { workspaces, confirmer, jobs, state: () => ({}) } as unknown as WorkspaceRoomParts
  const { handlers } = openWorkspaces(parts)
  const rename = (name: string) =>
    handlers['workspaces:update'](
      { requestId: id, workspaceId: id, name, baseUrl: '', euBaseUrl: '', bearerToken: '', euBearerToken: '' },
      context
    )
  const setEnvironment = (environment: Environment | null) =>
    handlers['workspaces:setEnvironment']({ workspaceId: id, environment }, context)
  return { acts, changed, rename, setEnvironment }
}

it('@attack a page renames no workspace without the person', async () => {
  const { acts, changed, rename } = over({}, false)
  await expect(rename('Sandbox')).rejects.toMatchObject({ code: 'cancelled' })
  expect(changed).toEqual([])
  expect(acts).toMatchObject([
    {
      facts: [
        ['Now', 'Production'],
        ['Then', 'Sandbox']
      ]
    }
  ])
})

it('@attack nor does it say that production is development', async () => {
  const named = over({ environment: 'production' }, false)
  await expect(named.setEnvironment('development')).rejects.toMatchObject({ code: 'cancelled' })
  await expect(named.setEnvironment(null)).rejects.toMatchObject({ code: 'cancelled' })
  const unnamed = over({}, false)
  await expect(unnamed.setEnvironment('development')).rejects.toMatchObject({ code: 'cancelled' })
  expect([...named.changed, ...unnamed.changed]).toEqual([])
})

it('asks nothing where the name stays, of the practice service, and for production', async () => {
  const { acts, changed, rename, setEnvironment } = over({}, false)
  await rename(' Production ')
  await setEnvironment('production')
  const practice = over({ kind: 'practice' }, false)
  await practice.setEnvironment('development')
  expect({ changed, asked: [...acts, ...practice.acts] }).toEqual({
    changed: [' Production ', 'production'],
    asked: []
  })
})
