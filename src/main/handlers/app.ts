import { AppError } from '../../shared/errors'
import type { AppState } from '../../shared/app/state'
import type { Preferences } from '../../shared/settings/preferences'
import type { BriefCopy } from '../base/brief-copy'
import type { LoginItem } from '../desktop/autostart'
import type { Confirmer } from '../guard/confirmer'
import type { Policy } from '../policy/policy'
import type { Keychain } from '../secrets/keychain'
import type { Certificates } from '../workspaces/certificates'
import { startAtLogin, weakerPreferences } from '../workspaces/guarded-settings'
import { refuseLocked } from '../workspaces/managed-settings'
import type { SettingsStore } from '../workspaces/settings-schema'
import type { Notices } from '../base/notices'
import type { Lock } from '../workspaces/lock'
import type { Workspaces } from '../workspaces/workspaces'
import { serving } from './handlers'

export type About = Pick<AppState, 'version' | 'runtime' | 'sandboxed'>

export interface StateParts {
  settings: SettingsStore
  policy: Policy
  workspaces: Workspaces
  keychain: Keychain
  certificates: Certificates
  notices: Notices
  lock: Lock
  login: LoginItem | null
}

/** The state the whole window depends on, assembled from what the services know now. */
export function appStateOf(
  about: About,
  { settings, policy, workspaces, keychain, certificates, notices, lock, login }: StateParts
): AppState {
  const shown = lock.state
    ? { workspaces: [], activeWorkspaceId: null, notices: [], policy: null }
    : {
        workspaces: workspaces.list(),
        activeWorkspaceId: workspaces.activeId,
        notices: notices.list(),
        policy: policy.state
      }
  return {
    ...about,
    ...shown,
    keychain: keychain.state,
    certificates: certificates.list(),
    preferences: settings.get().preferences,
    launchAtLogin: login && login.isOn(),
    lock: lock.state
  }
}

export interface AppParts {
  settings: SettingsStore
  policy: Policy
  keychain: Keychain
  notices: Notices
  lock: Lock
  login: LoginItem | null
  copied: BriefCopy
  confirmer: Pick<Confirmer, 'confirm'>
  /** Applies what the operator prefers now. @param before what was preferred until then */
  preferred: (before: Preferences) => Promise<unknown>
}

export function appHandlers(
  state: () => AppState,
  { settings, policy, keychain, notices, lock, login, copied, confirmer, preferred }: AppParts
) {
  return serving({
    'app:getState': async () => {
      await keychain.settled()
      return state()
    },
    'app:dismissNotice': async ({ id }) => {
      notices.dismiss(id)
      return state()
    },
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
    'app:lock': async () => {
      void lock.lock('asked')
      return state()
    },
    'app:unlock': async () => {
      await lock.unlock()
      return state()
    },
    'app:copyBriefly': async ({ text }) => copied.copy(text),
    'app:checkKeychain': async () => {
      await keychain.check()
      return state()
    }
  })
}
