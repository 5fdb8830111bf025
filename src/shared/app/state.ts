import { z } from 'zod'
import { policyState } from '../policy/state'
import { chosenCertificate } from '../settings/certificate'
import { lockState } from '../settings/lock'
import { preferences } from '../settings/preferences'
import { keychainState, workspace } from '../workspaces/workspace'

/** A message to read once, for instance of a settings file that was set aside. */
export const notice = z.object({ id: z.string(), message: z.string() })
export type Notice = z.infer<typeof notice>

export const appState = z.object({
  version: z.string(),
  runtime: z.object({ electron: z.string(), chrome: z.string(), node: z.string() }),
  /** False if Chromium's OS sandbox is off (root). */
  sandboxed: z.boolean(),
  keychain: keychainState,
  certificates: z.array(chosenCertificate),
  workspaces: z.array(workspace),
  activeWorkspaceId: z.string().nullable(),
  notices: z.array(notice),
  preferences,
  /** null if the system cannot do so, for instance from a checkout. */
  launchAtLogin: z.boolean().nullable(),
  policy: policyState,
  /** null while the app is open. A locked app hides workspaces, notices and policy here. */
  lock: lockState.nullable()
})
export type AppState = z.infer<typeof appState>
