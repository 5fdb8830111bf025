import { z } from 'zod'
import { updates } from './update'

/** Work goes on while a window reloads. */
export const updateChannels = {
  'updates:get': { request: z.void(), response: updates },
  /** Checks the folder. Empty: updates are off. Errors: invalid-input with `fields.address`. */
  'updates:setAddress': { request: z.object({ address: z.string().max(2_000) }), response: updates },
  /** Answers at the end, with failures in the state. */
  'updates:check': { request: z.void(), response: updates },
  /** Answers at the end, with failures in the state. */
  'updates:download': { request: z.void(), response: updates },
  'updates:cancel': { request: z.void(), response: updates },
  /** Checks the package again first. */
  'updates:showFile': { request: z.void(), response: updates }
} as const

export const updateEvents = {
  'updates:changed': updates
} as const
