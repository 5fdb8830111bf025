import { z } from 'zod'
import { jobProgress } from '../base/job'
import { keeping } from '../connectors/snapshot'
import { rateLimit } from '../http/rate-limit'
import { placeShape } from '../workspaces/place'
import { menuActs } from './menu-act'
import { appState } from './state'
import { windowCommands } from './view'

/** The window makes the id, so that it can subscribe before it asks. */
const requestId = z.uuid()

export const appChannels = {
  'app:getState': { request: z.void(), response: appState },
  'app:dismissNotice': { request: z.object({ id: z.string() }), response: appState },
  'app:lock': { request: z.void(), response: appState },
  'app:unlock': { request: z.void(), response: appState },
  /** For one minute, or until the app quits or locks. */
  'app:copyBriefly': { request: z.object({ text: z.string().max(100_000) }), response: z.void() },
  'app:checkKeychain': { request: z.void(), response: appState },
  /** null if none is kept. */
  'app:keptWindow': { request: z.void(), response: z.string().nullable() },
  /** Kept encrypted across restarts; without a keychain, until the app quits. */
  'app:keepWindow': { request: z.object({ state: z.string().max(200_000) }), response: z.void() },
  /** In the system's file manager. Only files saved since the start. Errors: not-found. */
  'app:showSaved': { request: z.object({ file: z.string().max(32_768) }), response: z.void() },
  'app:menuAct': { request: z.object({ act: z.enum(menuActs) }), response: z.void() },
  'app:cancelJob': { request: z.object({ requestId }), response: z.boolean() },
  /** The service may ask for far too long a pause. */
  'app:liftRateLimits': { request: z.object(placeShape), response: z.void() },
  'app:keeping': { request: z.void(), response: keeping }
} as const

export const appEvents = {
  /** For instance a slow keychain answered. */
  'app:changed': appState,
  'app:jobProgress': z.object({ requestId, progress: jobProgress }),
  'app:rateLimitsChanged': z.object({ ...placeShape, rateLimits: z.array(rateLimit) }),
  'app:openView': z.object({ view: z.string() }),
  'app:command': z.object({ command: z.enum(windowCommands) }),
  'app:keepingChanged': keeping
} as const
