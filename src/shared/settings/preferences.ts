import { z } from 'zod'
import { ownName } from '../own-name'
import { proxyRule } from '../policy/file'
import { keptRooms } from './kept-room'
import { lockAfter } from './lock'
import { theme } from './theme'

/** How often the app walks by itself, in minutes; 0 = only when asked. */
export const refreshIntervals = [0, 5, 15, 30, 60] as const
/** How old a walk of another desk of the team may be to be taken over, in minutes. */
export const acceptedAges = [1, 5, 15, 60] as const
export const preferences = z.object({
  refreshMinutes: z.literal(refreshIntervals),
  teamMinutes: z.literal(acceptedAges),
  keptMb: z.literal(keptRooms),
  lockMinutes: z.literal(lockAfter),
  /** Lock when the computer is about to sleep, and with its screen. */
  lockWithScreen: z.boolean(),
  /** What the audit record calls the operator; empty: as the account on this computer is called. */
  operatorName: ownName(z.string().max(100)),
  /** A desktop notification of cases that opened. */
  notifyCases: z.boolean(),
  /** The number of open issues, in the tray or at the Dock icon. */
  trayCount: z.boolean(),
  /** Closing the window hides it, and walks go on at their interval. */
  background: z.boolean(),
  theme,
  /** How all that the app sends leaves the computer. */
  proxy: proxyRule
})
export type Preferences = z.infer<typeof preferences>
