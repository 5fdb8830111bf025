import { z } from 'zod'
import { policyState } from '../policy/state'
import { chosenCertificate } from '../settings/certificate'
import { lockState } from '../settings/lock'
import { preferences } from '../settings/preferences'
import { keychainState, workspace } from '../workspaces/workspace'

/** Something found at start that the operator must read once, for instance a settings file that was set aside. */
export const notice = z.object({ id: z.string(), message: z.string() })
export type Notice = z.infer<typeof notice>

export const appState = z.object({
  version: z.string(),
  runtime: z.object({ electron: z.string(), chrome: z.string(), node: z.string() }),
  /** False if Chromium's OS sandbox is off (root). */
  sandboxed: z.boolean(),
  keychain: keychainState,
  /** CA certificates that the operator chose to trust. */
  certificates: z.array(chosenCertificate),
  workspaces: z.array(workspace),
  activeWorkspaceId: z.string().nullable(),
  notices: z.array(notice),
  preferences,
  /** null if the system cannot start the app at login, for instance from a checkout. */
  launchAtLogin: z.boolean().nullable(),
  policy: policyState,
  /** null while the app is open. A locked app shows no workspaces, notices or policy here. */
  lock: lockState.nullable()
})
export type AppState = z.infer<typeof appState>
