import { freshPreferences } from '../../shared/settings/preferences'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PolicySettings } from '../../shared/policy/file'
import { noPolicy, Policy } from '../policy/policy'
import { managedSettings } from './managed-settings'
import { freshSettings, type Settings } from './settings-schema'

/** The settings in the file. */
let kept: Settings
beforeEach(() => (kept = freshSettings))
const file = { get: () => kept, update: (change: Partial<Settings>) => void (kept = { ...kept, ...change }) }

const under = (settings: PolicySettings) => managedSettings(file, new Policy({ source: '/p', problems: [], settings }))
const locked15 = { 'lock.minutes': { value: 15 as const, locked: true } }
const first15 = { 'lock.minutes': { value: 15 as const, locked: false } }
const prefer = (settings: ReturnType<typeof under>, change: object) =>
  settings.update({ preferences: { ...settings.get().preferences, ...change } })
const refused = expect.objectContaining({
  code: 'managed',
  message: expect.stringMatching(/Lock without input is managed/)
})

describe('a locked preference', () => {
  it('has the value of the policy', () => {
    expect(under(locked15).get().preferences).toEqual({ ...freshPreferences, lockMinutes: 15 })
  })

  it('@attack cannot be changed, and others can', () => {
    const settings = under(locked15)
    expect(() => prefer(settings, { lockMinutes: 0 })).toThrow(refused)
    expect(() => prefer(settings, { lockMinutes: freshPreferences.lockMinutes })).toThrow(refused)
    prefer(settings, { operatorName: 'Ada' })
    expect(settings.get().preferences).toMatchObject({ lockMinutes: 15, operatorName: 'Ada' })
  })

  it('leaves in the file what the operator chose, which holds again without the policy', () => {
    prefer(managedSettings(file, noPolicy), { lockMinutes: 5 })
    prefer(under(locked15), { operatorName: 'Ada' })
    expect(kept.preferences.lockMinutes).toBe(5)
    expect(managedSettings(file, noPolicy).get().preferences.lockMinutes).toBe(5)
  })

  it('@attack wins over a settings file that was edited', () => {
    kept = { ...freshSettings, chosen: ['lockMinutes'], preferences: { ...freshPreferences, lockMinutes: 0 } }
    expect(under(locked15).get().preferences.lockMinutes).toBe(15)
  })
})

describe('the threshold of letters that need a colleague', () => {
  const acts = { 'approvals.acts': { value: ['letters' as const], locked: true } }
  const chosen = () =>
    (kept = {
      ...freshSettings,
      chosen: ['secondLetters'],
      preferences: { ...freshPreferences, secondLetters: 1_000 }
    })
  const fixed = expect.objectContaining({ code: 'managed' })

  it('@attack is locked together with its acts, whatever was chosen or edited before', () => {
    chosen()
    expect(under(acts).get().preferences.secondLetters).toBe(freshPreferences.secondLetters)
    expect(() => prefer(under(acts), { secondLetters: 500 })).toThrow(fixed)
    const with5 = { ...acts, 'approvals.letters': { value: 5, locked: false } }
    expect(under(with5).get().preferences.secondLetters).toBe(5)
    expect(() => prefer(under(with5), { secondLetters: 500 })).toThrow(fixed)
  })

  it('is free where the organization locks other acts only, or none', () => {
    chosen()
    const other = { 'approvals.acts': { value: ['delete-connector' as const], locked: true } }
    const first = { 'approvals.acts': { value: ['letters' as const], locked: false } }
    for (const one of [other, first]) {
      expect(under(one).get().preferences.secondLetters).toBe(1_000)
      expect(() => prefer(under(one), { secondLetters: 500 })).not.toThrow()
      chosen()
    }
  })
})

describe('a preference with a first value', () => {
  it('has it until the operator chooses another, the usual one included', () => {
    const settings = under(first15)
    expect(settings.get().preferences.lockMinutes).toBe(15)
    prefer(settings, { operatorName: 'Ada' })
    expect(settings.get().preferences.lockMinutes).toBe(15)
    prefer(settings, { lockMinutes: freshPreferences.lockMinutes })
    expect(settings.get().preferences.lockMinutes).toBe(freshPreferences.lockMinutes)
  })

  it('does not take the place of what was chosen before there was a policy', () => {
    kept = { ...freshSettings, preferences: { ...freshPreferences, lockMinutes: 5 } }
    expect(under(first15).get().preferences.lockMinutes).toBe(5)
  })
})

describe('@attack under a broken policy', () => {
  const broken = () =>
    managedSettings(file, new Policy({ source: '/p', problems: [{ key: '', words: 'Wrong.' }], settings: {} }))

  it('the app locks, whatever the operator turned off before, and keeps what they chose', () => {
    kept = { ...freshSettings, preferences: { ...freshPreferences, lockMinutes: 0, lockWithScreen: false } }
    expect(broken().get().preferences).toEqual(freshPreferences)
    prefer(broken(), { operatorName: 'Ada' })
    expect(kept.preferences).toMatchObject({ lockMinutes: 0, lockWithScreen: false, operatorName: 'Ada' })
  })

  it('a lock that comes sooner stays', () => {
    kept = { ...freshSettings, preferences: { ...freshPreferences, lockMinutes: 5 } }
    expect(broken().get().preferences.lockMinutes).toBe(5)
  })
})

it('under a broken policy nothing that it could manage can be changed', () => {
  const problems = [{ key: 'lock.minutes', words: 'Wrong.' }]
  const settings = managedSettings(file, new Policy({ source: '/p', problems, settings: {} }))
  expect(() => prefer(settings, { lockMinutes: 0 })).toThrow(expect.objectContaining({ code: 'managed' }))
  prefer(settings, { operatorName: 'Ada' })
  expect(settings.get().preferences).toEqual({ ...freshPreferences, operatorName: 'Ada' })
})

describe('the proxy', () => {
  const byPolicy = { mode: 'fixed' as const, address: 'http://p.test:8080' }
  const locked = { 'network.proxy': { value: byPolicy, locked: true as const } }

  it('is that of the policy, which no preference replaces', () => {
    const settings = under(locked)
    expect(settings.get().preferences.proxy).toEqual(byPolicy)
    expect(() => prefer(settings, { proxy: { mode: 'direct' } })).toThrow(/Proxy is managed by your organization/)
  })

  it('that the operator chose is compared by what it says, and holds again without the policy', () => {
    prefer(managedSettings(file, noPolicy), { proxy: { mode: 'direct' } })
    prefer(under(locked), { theme: 'dark', proxy: { ...byPolicy } })
    expect(kept.preferences).toMatchObject({ theme: 'dark', proxy: { mode: 'direct' } })
  })
})
