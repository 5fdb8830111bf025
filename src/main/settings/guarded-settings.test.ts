import { expect, it } from 'vitest'
import { freshPreferences, type Preferences } from '../../shared/settings/preferences'
import { personWho } from '../guard/testing'
import { noPolicy, Policy } from '../policy/policy'
import { type SettingsStore } from './settings-schema'
import { openSettingsRoom, type SettingsRoomParts } from './room'
import type { Context } from '../base/room'

const context: Context = { owner: 1, emit: () => undefined }
const state = () => ({})

function settingsOf(before: Partial<Preferences>, agrees = false, policy = noPolicy) {
  let preferences: Preferences = { ...freshPreferences, ...before }
  const { confirmer, acts } = personWho(() => agrees)
  const settings = {
    get: () => ({ preferences }),
    update: (change: { preferences: Preferences }) => void (preferences = change.preferences)
  } as unknown as SettingsStore
  const starts: boolean[] = []
  const login = { isOn: () => starts.at(-1) ?? false, set: (on: boolean) => void starts.push(on) }
  const parts = { settings, policy, confirmer, login, state, preferred: async () => undefined }
  const { handlers } = openSettingsRoom(parts as unknown as SettingsRoomParts)
  const prefer = (change: Partial<Preferences>) =>
    handlers['settings:setPreferences']({ ...preferences, ...change }, context)
  return { kept: () => preferences, acts, starts, prefer, handlers, confirmer }
}

it.each<[string, Partial<Preferences>, Partial<Preferences>, string]>([
  ['a lock that is turned off', { lockMinutes: 15 }, { lockMinutes: 0 }, 'Never lock without input?'],
  ['a lock that comes later', { lockMinutes: 15 }, { lockMinutes: 60 }, 'Lock only after 60 minutes?'],
  ['no lock with the screen', {}, { lockWithScreen: false }, 'Stop locking with the computer?'],
  ['another name in the record', {}, { operatorName: 'Grace' }, 'Change your name in the record of changes?'],
  [
    'no name in the record',
    { operatorName: 'Ada' },
    { operatorName: '' },
    'Change your name in the record of changes?'
  ],
  ['no proxy', {}, { proxy: { mode: 'direct' } }, 'Connect without a proxy?']
])('@attack %s is kept only after a person agreed', async (_, before, change, title) => {
  const declined = settingsOf(before)
  await expect(declined.prefer(change)).rejects.toMatchObject({ code: 'cancelled' })
  expect(declined.acts.map((act) => act.title)).toEqual([title])
  expect(declined.kept()).toEqual({ ...freshPreferences, ...before })
  const agreed = settingsOf(before, true)
  await agreed.prefer(change)
  expect(agreed.kept()).toMatchObject(change)
})

it('@attack a change that hides another is shown with all it changes, once', async () => {
  const { prefer, acts } = settingsOf({}, true)
  await prefer({ theme: 'dark', lockMinutes: 0, lockWithScreen: false, operatorName: 'Grace' })
  expect(acts).toMatchObject([
    {
      title: 'Change these settings?',
      facts: [
        ['Lock without input', 'never, until now after 60 minutes'],
        ['Lock with the computer', 'off, until now on'],
        ['Name', 'Grace'],
        ['Until now', 'the name of your account']
      ]
    }
  ])
})

it.each<[string, Partial<Preferences>]>([
  ['an earlier lock', { lockMinutes: 5 }],
  ['the theme', { theme: 'dark' }],
  ['notifications', { notifyCases: false }]
])('%s is no question', async (_, change) => {
  const { prefer, acts, kept } = settingsOf({ lockMinutes: 15 })
  await prefer(change)
  expect(acts).toEqual([])
  expect(kept()).toMatchObject(change)
})

it('what the organization locks is refused without a question', async () => {
  const settings = { 'lock.minutes': { value: 15, locked: true } } as const
  const { prefer, acts } = settingsOf({ lockMinutes: 15 }, true, new Policy({ source: '/p', problems: [], settings }))
  await expect(prefer({ lockMinutes: 0 })).rejects.toMatchObject({ code: 'managed' })
  expect(acts).toEqual([])
})

it('@attack a start at login is asked about; switching it off is not', async () => {
  const declined = settingsOf({})
  await expect(declined.handlers['settings:launchAtLogin']({ on: true }, context)).rejects.toMatchObject({
    code: 'cancelled'
  })
  expect(declined.starts).toEqual([])
  const { handlers, acts, starts } = settingsOf({}, true)
  for (const on of [true, true, false]) await handlers['settings:launchAtLogin']({ on }, context)
  expect(starts).toEqual([true, true, false])
  expect(acts.map(({ title }) => title)).toEqual(['Start Connector Desk when you log in?'])
})

it('@attack a CA certificate is taken away only after a person agreed', async () => {
  const ca = {
    fingerprint: 'AB:CD',
    subject: 'Harbourline Proxy CA',
    issuer: 'x',
    validTo: 0,
    file: 'x',
    managed: false
  }
  const removed: string[] = []
  const certificates = { add: async () => undefined, list: () => [ca], remove: (one: string) => void removed.push(one) }
  for (const agrees of [false, true]) {
    const { confirmer, acts } = personWho(() => agrees)
    const { handlers } = openSettingsRoom({ state, certificates, confirmer } as unknown as SettingsRoomParts)
    const end = handlers['settings:removeCertificate']({ fingerprint: 'AB:CD' }, context)
    await (agrees ? end : expect(end).rejects.toMatchObject({ code: 'cancelled' }))
    expect(acts).toMatchObject([
      {
        title: 'Stop trusting Harbourline Proxy CA?',
        facts: [
          ['CA certificate', ca.subject],
          ['SHA-256', 'AB:CD']
        ]
      }
    ])
  }
  expect(removed).toEqual(['AB:CD'])
})
