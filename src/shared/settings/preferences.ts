import { z } from 'zod'
import { keptRooms } from './kept-room'
import { lockAfter } from './lock'
import { secondAct } from '../team/second-act'
import { theme } from './theme'
import { ownName } from '../own-name'
import { proxyRule } from './proxy-rule'

/** Minutes between refreshes; 0 = only on request. */
export const refreshIntervals = [0, 5, 15, 30, 60] as const
/** Minutes: greatest age of another desk's refresh. */
export const acceptedAges = [1, 5, 15, 60] as const
/** Hours between checks of mappings on fresh records; 0 = only on request. */
export const mappingChecks = [0, 24, 168] as const

/**
 * Defaults also replace what an earlier version did not know. A new preference is a line here and a control in
 * Settings.
 */
export const preferences = z.object({
  refreshMinutes: z.literal(refreshIntervals).default(0),
  teamMinutes: z.literal(acceptedAges).default(5),
  mappingHours: z.literal(mappingChecks).default(0),
  keptMb: z.literal(keptRooms).default(200),
  /** An hour without input is rare at work, and one key press unlocks an open keychain. */
  lockMinutes: z.literal(lockAfter).default(60),
  lockWithScreen: z.boolean().default(true),
  /** Empty: the account name of this computer. */
  operatorName: ownName(z.string().max(100)).default(''),
  notifyCases: z.boolean().default(true),
  /** In issues and connectors. */
  runbooks: z.boolean().default(true),
  trayCount: z.boolean().default(false),
  /** Closing the window hides it. */
  background: z.boolean().default(false),
  /** Acts that a colleague has to agree to. */
  secondActs: z.array(secondAct).default([]),
  /** Letters to more customers than this are such an act. */
  secondLetters: z.number().int().min(1).max(1_000).default(10),
  theme: theme.default('system'),
  proxy: proxyRule.default({ mode: 'system' })
})
export type Preferences = z.infer<typeof preferences>

export const freshPreferences: Preferences = preferences.parse({})
