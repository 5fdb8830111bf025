import { z } from 'zod'
import { placeShape } from './model/place'
import { activityChannels, activityEvents } from './activity/channels'
import { dataChannels, dataEvents } from './data/channels'
import { recordChannels, recordEvents } from './data/record-channels'
import { recoveryChannels, recoveryEvents } from './data/recovery-channels'
import { actionChannels } from './ipc-actions'
import { updateChannels, updateEvents } from './ipc-updates'
import { healthContract, healthEvents } from './ipc-health'
import { desktopChannels, desktopEvents } from './desktop/channels'
import { doctorChannels, doctorEvents } from './doctor/channels'
import { mappingChannels, mappingEvents } from './mappings/channels'
import { trendChannels } from './trends/channels'
import { supportChannels } from './support/channels'
import { teamChannels, teamEvents } from './team/channels'
import { rateLimit } from './model/rate-limit'
import { chosenCertificate } from './model/certificate'
import { lockState } from './model/lock'
import { jobProgress } from './model/job'
import { connectorRow, heldDigests } from './model/connector'
import { relinkSettings } from './model/relink'
import { filterChannels } from './model/saved-filter'
import { menuActs } from './model/menu-act'
import { windowCommands } from './model/view'
import { refreshProgress } from './model/refresh'
import { policyState } from './policy/state'
import { preferences } from './settings/preferences'
import { passthroughChannels, passthroughEvents } from './passthrough/channels'
import { libraryChannels, libraryEvents } from './passthrough/library-channels'
import { environment, keepToken, keychainState, workspace, workspaceChange, workspaceDraft } from './model/workspace'

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

/** Long work is named by the renderer, so that it can subscribe before it asks. */
const requestId = z.uuid()

/**
 * THE contract: channel → request and response. A channel is three places (here, a handler, a caller); a missing
 * handler is a compile error. Requests are parsed in main; the renderer is not trusted to send what its types say.
 */
export const contract = {
  'app:getState': { request: z.void(), response: appState },
  'app:dismissNotice': { request: z.object({ id: z.string() }), response: appState },
  'app:setPreferences': { request: preferences, response: appState },
  /** Errors: not-permitted where the system cannot; file-refused, disk-full. */
  'app:launchAtLogin': { request: z.object({ on: z.boolean() }), response: appState },
  /** Locks now, or asks the keychain to unlock. Errors: those of the keychain. */
  'app:lock': { request: z.void(), response: appState },
  'app:unlock': { request: z.void(), response: appState },
  /** Puts a secret into the clipboard for a minute, or less where the app quits or locks before. */
  'app:copyBriefly': { request: z.object({ text: z.string().max(100_000) }), response: z.void() },
  'keychain:check': { request: z.void(), response: appState },
  /** Asks for a PEM file and trusts the CA certificates in it. Errors: invalid-input, too-large for a file that is none. */
  'certificates:add': { request: z.void(), response: appState },
  'certificates:remove': { request: z.object({ fingerprint: z.string().max(200) }), response: appState },
  /** What the window showed last, as it gave it to `window:keep`; null where nothing was kept. */
  'window:kept': { request: z.void(), response: z.string().nullable() },
  /** Kept sealed, over crashes, kills and restarts; without a keychain until the app quits. */
  'window:keep': { request: z.object({ state: z.string().max(200_000) }), response: z.void() },
  /** Does what the entry of the menu does. */
  'window:act': { request: z.object({ act: z.enum(menuActs) }), response: z.void() },
  /**
   * Checks the draft with one GET, then keeps it. It is a job, as is every check of an address or a token. Errors:
   * invalid-input (with `fields`), cancelled, and all of a call.
   */
  'workspace:connect': { request: workspaceDraft.extend({ requestId }), response: appState },
  'workspace:startPractice': { request: z.void(), response: appState },
  'workspace:open': { request: z.object(placeShape), response: appState },
  'workspace:update': {
    request: workspaceChange.extend({ workspaceId: z.uuid(), requestId }),
    response: appState
  },
  'workspace:setToken': {
    request: z.object({ ...placeShape, bearerToken: z.string(), keep: keepToken, requestId }),
    response: appState
  },
  /** Names the environment of its keys; null removes the name. It changes nothing but the label. */
  'workspace:setEnvironment': {
    request: z.object({ workspaceId: z.uuid(), environment: environment.nullable() }),
    response: appState
  },
  /** How its relink requests are written. Another dashboard is confirmed first. Errors: invalid-input with `fields`, cancelled. */
  'workspace:setRelink': {
    request: z.object({ workspaceId: z.uuid(), relink: relinkSettings }),
    response: appState
  },
  'workspace:remove': { request: z.object({ workspaceId: z.uuid() }), response: appState },
  /**
   * Walks the connectors of all categories. Rows and progress arrive as events with the same requestId; the last
   * event has `finishedAt` set and ends the walk: the reply may overtake events, so it carries nothing. `held` are the
   * digests of the rows that the window has, one after the other: of those that are still so only the keys come.
   */
  'connectors:refresh': { request: z.object({ requestId, ...placeShape, held: heldDigests }), response: z.void() },
  'jobs:cancel': { request: z.object({ requestId }), response: z.boolean() },
  /** Ends the rests of every token of a place, as where the service asked for far too long a pause. */
  'rateLimit:tryNow': { request: z.object(placeShape), response: z.void() },
  ...actionChannels,
  ...healthContract,
  ...passthroughChannels,
  ...libraryChannels,
  ...mappingChannels,
  ...dataChannels,
  ...activityChannels,
  ...doctorChannels,
  ...desktopChannels,
  ...recordChannels,
  ...recoveryChannels,
  ...updateChannels,
  ...supportChannels,
  ...trendChannels,
  ...filterChannels,
  ...teamChannels
} as const

export const events = {
  /** The state changed without being asked for, as when a slow keychain answers at last. */
  'app:changed': appState,
  'refresh:rows': z.object({ requestId, rows: z.array(connectorRow) }),
  /** Rows that the window holds as they came again now, by their keys. */
  'refresh:same': z.object({ requestId, keys: z.array(z.string()) }),
  'refresh:progress': z.object({ requestId, progress: refreshProgress }),
  /** Display names by slug, before the first rows of a walk. */
  'refresh:integrations': z.object({ requestId, names: z.record(z.string(), z.string()) }),
  /** What an act with this request id waits for. */
  'jobs:progress': z.object({ requestId, progress: jobProgress }),
  'rateLimit:changed': z.object({ ...placeShape, rateLimits: z.array(rateLimit) }),
  /** A notification was clicked: show what it was about. */
  'app:openView': z.object({ view: z.string() }),
  /** An entry of the menu, or its key. */
  'app:command': z.object({ command: z.enum(windowCommands) }),
  ...healthEvents,
  ...passthroughEvents,
  ...libraryEvents,
  ...mappingEvents,
  ...dataEvents,
  ...activityEvents,
  ...doctorEvents,
  ...desktopEvents,
  ...recordEvents,
  ...recoveryEvents,
  ...updateEvents,
  ...teamEvents
} as const

export type Channel = keyof typeof contract
export type Request<C extends Channel> = z.infer<(typeof contract)[C]['request']>
export type Response<C extends Channel> = z.infer<(typeof contract)[C]['response']>
export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>

/** What the preload puts on `window.desk`. */
export interface DeskBridge {
  /** @returns the envelope as JSON: a text crosses contextBridge at once, an object value by value */
  invoke(channel: Channel, request: unknown): Promise<string>
  /** The payload comes as JSON, too. @returns a function that ends the subscription */
  on(event: EventName, listener: (payload: string) => void): () => void
}
