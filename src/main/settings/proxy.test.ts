import { expect, it } from 'vitest'
import { freshPreferences, type Preferences } from '../../shared/settings/preferences'
import { personWho } from '../guard/testing'
import { noPolicy } from '../policy/policy'
import { type SettingsStore } from './settings-schema'
import { openSettingsRoom, type SettingsRoomParts } from './room'
import type { Context } from '../base/room'

type Rule = Preferences['proxy']
const context: Context = { owner: 1, emit: () => undefined }
const fixed = (address: string, bypass?: string[]): Rule => ({ mode: 'fixed', address, ...(bypass && { bypass }) })

/** The rules kept and in use after these changes, and what the person was shown. */
async function after(agrees: boolean, ...wanted: Rule[]) {
  let preferences = freshPreferences
  const { confirmer, acts } = personWho(() => agrees)
  const settings = {
    get: () => ({ preferences }),
    update: (change: { preferences: Preferences }) => void (preferences = change.preferences)
  } as unknown as SettingsStore
  const used: Rule[] = []
  const preferred = async () => used.push(preferences.proxy)
  const parts = { settings, policy: noPolicy, confirmer, preferred, state: () => ({}) } as unknown as SettingsRoomParts
  const run = openSettingsRoom(parts).handlers['settings:setPreferences']
  const errors: unknown[] = []
  for (const proxy of wanted)
    await run({ ...freshPreferences, proxy }, context).catch((error: unknown) => errors.push(error))
  return {
    kept: preferences.proxy,
    used,
    errors,
    asked: acts.map(({ title, workspace, region, facts }) => ({ title, workspace, region, facts }))
  }
}

it('@attack a proxy is not used before the person agrees to its address', async () => {
  const { kept, used, errors, asked } = await after(false, fixed('http://proxy.example.com:8080'))
  expect({ kept, used }).toEqual({ kept: { mode: 'system' }, used: [] })
  expect(errors).toMatchObject([{ code: 'cancelled' }])
  expect(asked).toEqual([
    {
      ...{ title: 'Connect through proxy.example.com:8080', workspace: 'All workspaces', region: null },
      facts: [['Proxy', 'http://proxy.example.com:8080']]
    }
  ])
})

it('@attack a PAC file is asked about as well, and so is each other address', async () => {
  const pac: Rule = { mode: 'pac', address: 'http://wpad.example.com/proxy.pac' }
  const { kept, asked } = await after(true, fixed('http://one.example.com'), pac, {
    ...pac,
    address: 'http://wpad.example.com/2.pac'
  })
  expect(kept).toMatchObject({ address: 'http://wpad.example.com/2.pac' })
  expect(asked).toHaveLength(3)
})

it('@attack what goes without the proxy is asked about, and so is a way without one', async () => {
  const { kept, asked } = await after(
    true,
    fixed('http://one.example.com'),
    fixed('http://one.example.com', ['*.example.com']),
    { mode: 'direct' },
    { mode: 'direct' }
  )
  expect(kept).toEqual({ mode: 'direct' })
  expect(asked.map(({ title, facts }) => [title, facts.at(-1)])).toEqual([
    ['Connect through one.example.com', ['Proxy', 'http://one.example.com']],
    ['Change what bypasses one.example.com?', ['Without the proxy', '*.example.com']],
    ['Connect without a proxy?', ['Until now', 'http://one.example.com']]
  ])
})
