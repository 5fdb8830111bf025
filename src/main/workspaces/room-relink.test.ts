import { expect, it } from 'vitest'
import { freshRelinkSettings, type RelinkSettings } from '../../shared/issues/relink/relink'
import { personWho } from '../guard/testing'
import type { Context } from '../base/room'
import { openWorkspaces, type WorkspaceRoomParts } from './room'

const address = (host: string) => ({ ...freshRelinkSettings, pageAddress: `https://${host}/{connector_id}` })
const context: Context = { owner: 1, emit: () => undefined }

/** The settings kept after these changes, and how often the person was asked. */
async function after(agrees: boolean, ...wanted: RelinkSettings[]) {
  let kept: RelinkSettings | undefined
  const { confirmer, acts } = personWho(() => agrees)
  const workspaces = { relinkOf: () => kept, setRelink: (_: string, relink: RelinkSettings) => void (kept = relink) }
  const parts = { workspaces, confirmer, state: () => ({}) } as unknown as WorkspaceRoomParts
  const run = openWorkspaces(parts).handlers['workspaces:setRelink']
  const errors: unknown[] = []
  for (const relink of wanted) {
    await run({ workspaceId: '1', relink }, context).catch((error: unknown) => errors.push(error))
  }
  return { kept, asked: acts.length, errors }
}

it('@attack a page of a dashboard is confirmed once; another letter is not asked about', async () => {
  const letter = { ...address('dashboard.example.com'), template: 'Open {relink_link}' }
  expect(await after(true, address('dashboard.example.com'), letter)).toEqual({ kept: letter, asked: 1, errors: [] })
})

it('@attack another path or query of the same dashboard is asked about again', async () => {
  const path = (rest: string) => ({ ...freshRelinkSettings, pageAddress: `https://dashboard.example.com/${rest}` })
  const wanted = ['c/{connector_id}', 'api/delete/{connector_id}', 'api/delete/{connector_id}?yes=1'].map(path)
  expect(await after(true, ...wanted)).toMatchObject({ kept: wanted[2], asked: 3 })
})

it('@attack another dashboard is asked about, and is not kept where the person does not agree', async () => {
  const { kept, asked, errors } = await after(false, address('dashboard.example.com'))
  expect({ kept, asked }).toEqual({ kept: undefined, asked: 1 })
  expect(errors).toMatchObject([{ code: 'cancelled' }])
})

it('what opens nothing is not asked about', async () => {
  expect(await after(false, freshRelinkSettings)).toMatchObject({ kept: freshRelinkSettings, asked: 0 })
})
