import { z } from 'zod'
import { keptRooms } from './kept-room'
import { lockAfter } from './lock'
import { theme } from './theme'
import { ownName } from '../own-name'
import { proxyRule } from '../policy/file'

/** Minutes between refreshes; 0 = only on request. */
export const refreshIntervals = [0, 5, 15, 30, 60] as const
/** Minutes: the greatest age at which another desk's refresh is taken over. */
export const acceptedAges = [1, 5, 15, 60] as const

/**
 * Defaults hold in a fresh profile and for preferences that an earlier version did not know. A new preference is a line
 * here and a control in Settings.
 */
export const preferences = z.object({
  refreshMinutes: z.literal(refreshIntervals).default(0),
  teamMinutes: z.literal(acceptedAges).default(5),
  keptMb: z.literal(keptRooms).default(200),
  /** An hour without input is rare at work, and one key press unlocks an open keychain. */
  lockMinutes: z.literal(lockAfter).default(60),
  /** Locks when the computer sleeps or its screen locks. */
  lockWithScreen: z.boolean().default(true),
  /** The operator in the audit record; empty: the account name of this computer. */
  operatorName: ownName(z.string().max(100)).default(''),
  /** Notify of new issues. */
  notifyCases: z.boolean().default(true),
  /** The number of open issues, in the tray or Dock. */
  trayCount: z.boolean().default(false),
  /** Closing the window hides it, and refreshes continue. */
  background: z.boolean().default(false),
  theme: theme.default('system'),
  proxy: proxyRule.default({ mode: 'system' })
})
export type Preferences = z.infer<typeof preferences>

export const freshPreferences: Preferences = preferences.parse({})
