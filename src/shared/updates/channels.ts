import { z } from 'zod'
import { updates } from './update'

/** Updates belong to the app and not to a window: what is under way goes on while the page is loaded again. */
export const updateChannels = {
  'updates:get': { request: z.void(), response: updates },
  /** Checks the folder as well; empty: updates are off. Errors: invalid-input with `fields.address`. */
  'updates:setAddress': { request: z.object({ address: z.string().max(2_000) }), response: updates },
  /** Asks the folder; answers at the end. What fails is in the state. */
  'updates:check': { request: z.void(), response: updates },
  /** Downloads and checks the package that is offered; answers at the end. What fails is in the state. */
  'updates:download': { request: z.void(), response: updates },
  /** Ends what is under way. */
  'updates:cancel': { request: z.void(), response: updates },
  /** Shows the package in the system's file manager, after checking it once more. */
  'updates:showFile': { request: z.void(), response: updates }
} as const

export const updateEvents = {
  'updates:changed': updates
} as const
