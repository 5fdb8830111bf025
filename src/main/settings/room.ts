import type { AppState } from '../../shared/app/state'
import { AppError } from '../../shared/errors'
import type { Preferences } from '../../shared/settings/preferences'
import type { Area, Room } from '../base/room'
import type { Confirmer } from '../guard/confirmer'
import type { Policy } from '../policy/policy'
import type { Certificates } from './certificates'
import type { Consents } from './consents'
import { startAtLogin, weakerPreferences, withoutCertificate } from './guarded-settings'
import { refuseLocked } from './managed-settings'
import type { SettingsStore } from './settings-schema'
import type { OfferedCopy } from './settings'

export interface SettingsRoomParts {
  settings: SettingsStore
  policy: Policy
  /** null if the app is not installed */
  login: { isOn(): boolean; set(on: boolean): void } | null
  certificates: Pick<Certificates, 'add' | 'list' | 'remove'>
  confirmer: Pick<Confirmer, 'confirm'>
  consents: Pick<Consents, 'list' | 'end'>
  workspaces: { nameOf(workspaceId: string): string }
  /** Applies the operator's present preferences. */
  preferred(before: Preferences): Promise<unknown>
  state(): AppState
}

/** The operator's preferences and trusted certificates. The person confirms each change that weakens the app. */
export function openSettingsRoom(parts: SettingsRoomParts): Room<Area<'settings'>> {
  const { settings, policy, login, certificates, confirmer, consents, preferred, state, workspaces } = parts
  return {
    handlers: {
      'settings:setPreferences': async (preferences) => {
        refuseLocked(preferences, settings.get().preferences, policy)
        const act = weakerPreferences(preferences, settings.get().preferences)
        if (act) await confirmer.confirm(act, new AbortController().signal)
        const before = settings.get().preferences
        settings.update({ preferences }, 'for-now')
        await preferred(before)
        return state()
      },
      'settings:launchAtLogin': async ({ on }) => {
        if (!login) throw new AppError('not-permitted', 'Only an installed Connector Desk can start at login.')
        if (on && !login.isOn()) await confirmer.confirm(startAtLogin, new AbortController().signal)
        login.set(on)
        return state()
      },
      'settings:addCertificate': async () => {
        await certificates.add()
        return state()
      },
      'settings:removeCertificate': async ({ fingerprint }) => {
        const chosen = certificates.list().find((one) => one.fingerprint === fingerprint && !one.managed)
        if (chosen) await confirmer.confirm(withoutCertificate(chosen), new AbortController().signal)
        certificates.remove(fingerprint)
        return state()
      },
      'settings:consents': async () =>
        (await consents.list()).map(({ digest: _, shown: __, ...one }) => ({
          ...one,
          workspace: workspaces.nameOf(one.workspaceId)
        })),
      'settings:endConsent': ({ workspaceId, rule }) => consents.end(workspaceId, rule)
    }
  }
}

/** Offers the last good copy of missing settings. @returns a message for the operator */
export async function offerCopy(offered: OfferedCopy, confirmer: Pick<Confirmer, 'confirm'>): Promise<string> {
  const { file, at, workspaces } = offered
  const holds = workspaces === 1 ? '1 workspace' : `${workspaces} workspaces`
  try {
    await confirmer.confirm(
      {
        place: null,
        title: 'Use the last good copy of the settings?',
        verb: 'Use the copy',
        note: `The settings file is missing. A copy of ${at} has ${holds}. Tokens are untouched. Without the copy the app starts empty, and the copy stays.`,
        facts: [['Copy', file]],
        requests: []
      },
      new AbortController().signal
    )
  } catch {
    return `The settings file is missing. The app starts empty. The last good copy, of ${at}, stays as ${file}, and is offered again at each start until a workspace is connected.`
  }
  offered.take()
  return `The settings are those of ${at} again. Quit the app and start it again: proxy, certificates and team hold from then on.`
}
