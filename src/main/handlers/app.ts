import type { AppState } from '../../shared/ipc'
import type { Keychain } from '../secrets/keychain'
import type { Certificates } from '../workspaces/certificates'
import type { SettingsStore } from '../workspaces/settings-schema'
import type { Notices } from '../base/notices'
import type { Workspaces } from '../workspaces/workspaces'
import type { Area } from './handlers'

export type About = Pick<AppState, 'version' | 'runtime' | 'sandboxed'>

export interface StateParts {
  settings: SettingsStore
  workspaces: Workspaces
  keychain: Keychain
  certificates: Certificates
  notices: Notices
}

/** The state the whole window depends on, assembled from what the services know now. */
export function appStateOf(
  about: About,
  { settings, workspaces, keychain, certificates, notices }: StateParts
): AppState {
  return {
    ...about,
    keychain: keychain.state,
    certificates: certificates.list(),
    workspaces: workspaces.list(),
    activeWorkspaceId: workspaces.activeId,
    notices: notices.list(),
    preferences: settings.get().preferences
  }
}

/** @param preferred takes in what the operator prefers now */
export function appHandlers(
  state: () => AppState,
  settings: SettingsStore,
  keychain: Keychain,
  notices: Notices,
  preferred: () => Promise<unknown>
): Area<'app'> & Area<'keychain'> {
  return {
    'app:getState': async () => {
      await keychain.settled()
      return state()
    },
    'app:dismissNotice': async ({ id }) => {
      notices.dismiss(id)
      return state()
    },
    'app:setPreferences': async (preferences) => {
      settings.update({ preferences }, 'for-now')
      await preferred()
      return state()
    },
    'keychain:check': async () => {
      await keychain.check()
      return state()
    }
  }
}
