import { z } from 'zod'
import { fetchExport } from '../model/collection'
import { placeShape } from '../model/place'
import { recoveredRow, recoveryProgress, recoveryWindow } from '../model/recovery'

const recoveryId = z.uuid()

/**
 * What changed while deliveries were missed: the service does not send them again, so models are walked with
 * `modified_after`. One recovery at a time in a place; the next one drops what the one before found.
 */
export const recoveryChannels = {
  /**
   * Begins one, which goes on by itself; `recovery:progress` tells, the last event has `finishedAt` set. Ends with
   * `jobs:cancel` of the same id. Errors, before anything is sent: invalid-input with `fields` (`from`, `to`, `keys`,
   * `paths`), no-token.
   */
  'recovery:start': {
    request: z.object({ requestId: recoveryId, ...placeShape, ...recoveryWindow.shape }),
    response: recoveryProgress
  },
  /** The one of this place, of this run of the app. */
  'recovery:current': { request: z.object(placeShape), response: recoveryProgress.nullable() },
  /** Rows of one part, or of all in the order they came. Errors: not-found for one that was closed. */
  'recovery:rows': {
    request: z.object({
      recoveryId,
      part: z.int().min(0).nullable(),
      from: z.int().min(0),
      count: z.int().min(1).max(500)
    }),
    response: z.object({ total: z.number(), rows: z.array(recoveredRow) })
  },
  /**
   * Asks for a file and writes what was found, and what is still found: as CSV the list of records, as NDJSON with each
   * record as it came. null where the operator changed their mind.
   */
  'recovery:export': {
    request: z.object({ recoveryId, format: z.enum(['csv', 'ndjson']) }),
    response: fetchExport.nullable()
  },
  'recovery:cancelExport': { request: z.object({ recoveryId, exportId: z.uuid() }), response: z.void() },
  'recovery:showExport': { request: z.object({ recoveryId, exportId: z.uuid() }), response: z.void() },
  /** Cancels it and drops its rows. */
  'recovery:close': { request: z.object({ recoveryId }), response: z.void() }
} as const

export const recoveryEvents = { 'recovery:progress': recoveryProgress } as const

export type RecoveryChannel = keyof typeof recoveryChannels
export type RecoveryAsked<C extends RecoveryChannel> = z.infer<(typeof recoveryChannels)[C]['request']>
export type RecoveryAnswer<C extends RecoveryChannel> = z.infer<(typeof recoveryChannels)[C]['response']>
