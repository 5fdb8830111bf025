import { z } from 'zod'
import { appState } from '../app/state'
import { preferences } from './preferences'

export const settingsChannels = {
  'settings:setPreferences': { request: preferences, response: appState },
  /** Errors: not-permitted if the system cannot; file-refused, disk-full. */
  'settings:launchAtLogin': { request: z.object({ on: z.boolean() }), response: appState },
  /** Asks for a PEM file. Errors: invalid-input, too-large. */
  'settings:addCertificate': { request: z.void(), response: appState },
  'settings:removeCertificate': { request: z.object({ fingerprint: z.string().max(200) }), response: appState }
} as const
