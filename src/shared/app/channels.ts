import { z } from 'zod'
import { jobProgress } from '../base/job'
import { keeping } from '../connectors/snapshot'
import { rateLimit } from '../http/rate-limit'
import { placeShape } from '../workspaces/place'
import { menuActs } from './menu-act'
import { appState } from './state'
import { windowCommands } from './view'

/** Long work is named by the window, so that it can subscribe before it asks. */
const requestId = z.uuid()

/** What the whole window stands on, whatever it shows. */
export const appChannels = {
  'app:getState': { request: z.void(), response: appState },
  'app:dismissNotice': { request: z.object({ id: z.string() }), response: appState },
  /** Locks now, or asks the keychain to unlock. Errors: those of the keychain. */
  'app:lock': { request: z.void(), response: appState },
  'app:unlock': { request: z.void(), response: appState },
  /** Puts a secret into the clipboard for a minute, or less where the app quits or locks before. */
  'app:copyBriefly': { request: z.object({ text: z.string().max(100_000) }), response: z.void() },
  'app:checkKeychain': { request: z.void(), response: appState },
  /** What the window showed last, as it gave it to `app:keepWindow`; null where nothing was kept. */
  'app:keptWindow': { request: z.void(), response: z.string().nullable() },
  /** Kept sealed, over crashes, kills and restarts; without a keychain until the app quits. */
  'app:keepWindow': { request: z.object({ state: z.string().max(200_000) }), response: z.void() },
  /** Does what the entry of the menu does. */
  'app:menuAct': { request: z.object({ act: z.enum(menuActs) }), response: z.void() },
  'app:cancelJob': { request: z.object({ requestId }), response: z.boolean() },
  /** Ends the rests of every token of a place, as where the service asked for far too long a pause. */
  'app:liftRateLimits': { request: z.object(placeShape), response: z.void() },
  /** Whether what is seen is kept over restarts. */
  'app:keeping': { request: z.void(), response: keeping }
} as const

export const appEvents = {
  /** The state changed without being asked for, as when a slow keychain answers at last. */
  'app:changed': appState,
  /** What an act with this request id waits for. */
  'app:jobProgress': z.object({ requestId, progress: jobProgress }),
  'app:rateLimitsChanged': z.object({ ...placeShape, rateLimits: z.array(rateLimit) }),
  /** A notification was clicked: show what it was about. */
  'app:openView': z.object({ view: z.string() }),
  /** An entry of the menu, or its key. */
  'app:command': z.object({ command: z.enum(windowCommands) }),
  'app:keepingChanged': keeping
} as const
