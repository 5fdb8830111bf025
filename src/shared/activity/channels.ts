import { z } from 'zod'
import { auditCheck } from './audit'
import { callBucket, callEnd, callFilters, callGroup, callMark, loggedCall, recordedWorkspace } from './call'

/** Every call of the app, of all views. */
export const activityChannels = {
  /**
   * Newest first, with what colleagues of a team changed; of the calls that were part of one fetch, refresh or send only
   * the newest, and `groups` has what they come to. `before` is left out, then the `next` of the list before.
   */
  'activity:list': {
    request: z.object({
      workspaceId: z.uuid(),
      filters: callFilters,
      before: callMark.optional(),
      limit: z.int().min(1).max(500)
    }),
    response: z.object({
      calls: z.array(loggedCall),
      groups: z.array(callGroup),
      next: callMark.nullable(),
      total: z.number()
    })
  },
  /** The calls that were part of one fetch, refresh or send, newest first; 5,000 at most. */
  'activity:part': {
    request: z.object({ workspaceId: z.uuid(), filters: callFilters, partOf: z.string().min(1).max(200) }),
    response: z.object({ calls: z.array(loggedCall) })
  },
  /** Calls, 429s, failures and latency over a time, in at most 200 equal spans. */
  'activity:chart': {
    request: z.object({
      workspaceId: z.uuid(),
      filters: callFilters,
      since: z.number(),
      until: z.number(),
      buckets: z.int().min(1).max(200)
    }),
    response: z.object({ buckets: z.array(callBucket) })
  },
  /** All that this computer asked, one by one. */
  'activity:export': {
    request: z.object({ workspaceId: z.uuid(), filters: callFilters, format: z.enum(['csv', 'json']) }),
    response: z.object({ file: z.string(), calls: z.number() }).nullable()
  },
  /** Shows the file of the last export of this run in the system's file manager. Errors: not-found where it is not there. */
  'activity:showExport': { request: z.void(), response: z.void() },
  /** Looks through the audit record of all workspaces: changes, and the ledger of mappings. */
  'activity:verify': { request: z.void(), response: auditCheck },
  /** Of which workspaces mutations are kept, those that are there as well: latest first. */
  'activity:workspaces': { request: z.void(), response: z.object({ workspaces: z.array(recordedWorkspace) }) }
} as const

export const activityEvents = {
  /** Calls were added: at most once a second. */
  'activity:added': z.object({ workspaceId: z.string(), calls: z.number() }),
  /** Changes of colleagues came to their end. */
  'activity:ended': z.object({ calls: z.array(callEnd) })
} as const
