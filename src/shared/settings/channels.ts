import { z } from 'zod'
import { appState } from '../app/state'
import { placeShape } from '../workspaces/place'
import { shownConsent } from './consent'
import { preferences } from './preferences'

export const settingsChannels = {
  'settings:setPreferences': { request: preferences, response: appState },
  /** Errors: not-permitted if the system cannot; file-refused, disk-full. */
  'settings:launchAtLogin': { request: z.object({ on: z.boolean() }), response: appState },
  /** Asks for a PEM file. Errors: invalid-input, too-large. */
  'settings:addCertificate': { request: z.void(), response: appState },
  'settings:removeCertificate': { request: z.object({ fingerprint: z.string().max(200) }), response: appState },
  /** What leaves without asking again, of all workspaces. */
  'settings:consents': { request: z.void(), response: z.array(shownConsent) },
  /** Errors: keychain-locked: it has ended, and its address stays. */
  'settings:endConsent': {
    request: z.object({ workspaceId: placeShape.workspaceId, rule: z.uuid() }),
    response: z.void()
  }
} as const

export const settingsEvents = {
  'settings:consentsChanged': z.void()
} as const
