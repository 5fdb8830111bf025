import { isDeepStrictEqual } from 'node:util'
import { freshPreferences, type Preferences } from '../../shared/settings/preferences'
import type { PolicyKey } from '../../shared/policy/file'
import type { Policy } from '../policy/policy'
import { type Settings, type SettingsStore } from './settings-schema'

type Preference = keyof Preferences

/** Preferences under the policy's keys. */
const managed = {
  lockMinutes: 'lock.minutes',
  lockWithScreen: 'lock.withScreen',
  keptMb: 'retention.room',
  secondActs: 'approvals.acts',
  secondLetters: 'approvals.letters',
  proxy: 'network.proxy'
} as const satisfies Partial<Record<Preference, PolicyKey>>
type Managed = keyof typeof managed
const managedPreferences = Object.keys(managed) as Managed[]

/**
 * The policy's value replaces a locked preference, or a preference the operator never chose. The file keeps the
 * operator's choice for the time after the policy. `update` throws AppError managed for a locked preference.
 */
export function managedSettings(settings: SettingsStore, policy: Policy): SettingsStore {
  const get = (): Settings => {
    const kept = settings.get()
    return { ...kept, preferences: { ...kept.preferences, ...presets(kept, policy) } }
  }
  return {
    get,
    update({ preferences, ...change }, unwritten) {
      settings.update({ ...change, ...(preferences && chosenIn(preferences)) }, unwritten)
    }
  }

  /** The part of these preferences that goes to the file. */
  function chosenIn(wanted: Preferences): Pick<Settings, 'preferences' | 'chosen'> {
    const kept = settings.get()
    const before = get().preferences
    const chosen = new Set(kept.chosen)
    const written = { ...wanted }
    for (const name of managedPreferences) {
      if (isDeepStrictEqual(wanted[name], before[name])) {
        Object.assign(written, { [name]: kept.preferences[name] })
        continue
      }
      policy.refuseChange(managed[name])
      chosen.add(name)
    }
    return { preferences: written, chosen: [...chosen] }
  }
}

/** @throws AppError managed for a locked preference: call before any confirmation */
export function refuseLocked(wanted: Preferences, before: Preferences, policy: Policy): void {
  for (const name of managedPreferences)
    if (!isDeepStrictEqual(wanted[name], before[name])) policy.refuseChange(managed[name])
}

function presets(kept: Settings, policy: Policy): Partial<Preferences> {
  if (policy.isBroken) return atLeastFresh(kept.preferences)
  const values: Partial<Record<Managed, unknown>> = {}
  for (const name of managedPreferences) {
    const value = policy.of(managed[name])?.value
    if (policy.isLocked(managed[name])) values[name] = value ?? freshPreferences[name]
    else if (value !== undefined && !isChosen(kept, name)) values[name] = value
  }
  return values as Partial<Preferences>
}

/** A broken policy may require the lock that the operator turned off: the default applies. */
const atLeastFresh = ({ lockMinutes }: Preferences): Partial<Preferences> => ({
  lockMinutes: lockMinutes || freshPreferences.lockMinutes,
  lockWithScreen: true
})

/** Earlier versions stored no choices: a value other than the default counts as chosen. */
const isChosen = ({ chosen, preferences }: Settings, name: Managed) =>
  chosen.includes(name) || !isDeepStrictEqual(preferences[name], freshPreferences[name])
