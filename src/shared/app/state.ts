import { z } from 'zod'
import { policyState } from '../policy/state'
import { chosenCertificate } from '../settings/certificate'
import { lockState } from '../settings/lock'
import { preferences } from '../settings/preferences'
import { keychainState, workspace } from '../workspaces/workspace'

/** Something the operator must read once, found at start: a settings file that was set aside, for instance. */
export const notice = z.object({ id: z.string(), message: z.string() })
export type Notice = z.infer<typeof notice>

export const appState = z.object({
  version: z.string(),
  runtime: z.object({ electron: z.string(), chrome: z.string(), node: z.string() }),
  /** False where Chromium's OS sandbox is off (root). */
  sandboxed: z.boolean(),
  keychain: keychainState,
  /** CA certificates the operator chose to trust. */
  certificates: z.array(chosenCertificate),
  workspaces: z.array(workspace),
  activeWorkspaceId: z.string().nullable(),
  notices: z.array(notice),
  preferences,
  /** Whether the system starts the app at login; null where it cannot, as from a checkout. */
  launchAtLogin: z.boolean().nullable(),
  /** What the organization manages; null where nothing is. */
  policy: policyState,
  /** null while the app is open. While it is locked there are no workspaces, no notices and no policy in here. */
  lock: lockState.nullable()
})
export type AppState = z.infer<typeof appState>
