import { z } from 'zod'
import { updates } from './update'

/** Updates belong to the app, so work goes on while a window reloads. */
export const updateChannels = {
  'updates:get': { request: z.void(), response: updates },
  /** Checks the folder too; empty: updates are off. Errors: invalid-input with `fields.address`. */
  'updates:setAddress': { request: z.object({ address: z.string().max(2_000) }), response: updates },
  /** Answers at the end. The state has failures. */
  'updates:check': { request: z.void(), response: updates },
  /** Downloads and checks the offered package; answers at the end. The state has failures. */
  'updates:download': { request: z.void(), response: updates },
  'updates:cancel': { request: z.void(), response: updates },
  /** Checks the package again, then shows it in the file manager. */
  'updates:showFile': { request: z.void(), response: updates }
} as const

export const updateEvents = {
  'updates:changed': updates
} as const
