import { z } from 'zod'
import { keptRooms } from './kept-room'
import { lockAfter } from './lock'
import { theme } from './theme'
import { ownName } from '../own-name'
import { proxyRule } from '../policy/file'

/** How often the app refreshes by itself, in minutes; 0 = only when asked. */
export const refreshIntervals = [0, 5, 15, 30, 60] as const
/** How old a refresh of another desk of the team may be to be taken over, in minutes. */
export const acceptedAges = [1, 5, 15, 60] as const

/**
 * What the operator chose, each with its value in a fresh profile; that is also the value where an earlier version did
 * not know it. A new preference is a line here and a control in Settings.
 */
export const preferences = z.object({
  refreshMinutes: z.literal(refreshIntervals).default(0),
  teamMinutes: z.literal(acceptedAges).default(5),
  keptMb: z.literal(keptRooms).default(200),
  /** An hour without input: that does not happen while somebody works, and one key unlocks an open keychain. */
  lockMinutes: z.literal(lockAfter).default(60),
  /** Lock when the computer is about to sleep, and with its screen. */
  lockWithScreen: z.boolean().default(true),
  /** What the audit record calls the operator; empty: as the account on this computer is called. */
  operatorName: ownName(z.string().max(100)).default(''),
  /** A desktop notification of issues that opened. */
  notifyCases: z.boolean().default(true),
  /** The number of open issues, in the tray or at the Dock icon. */
  trayCount: z.boolean().default(false),
  /** Closing the window hides it, and refreshes go on at their interval. */
  background: z.boolean().default(false),
  theme: theme.default('system'),
  /** How all that the app sends leaves the computer. */
  proxy: proxyRule.default({ mode: 'system' })
})
export type Preferences = z.infer<typeof preferences>

export const freshPreferences: Preferences = preferences.parse({})
