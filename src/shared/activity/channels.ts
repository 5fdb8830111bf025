import { z } from 'zod'
import { auditCheck } from './audit'
import { nameText } from '../own-name'
import {
  callBucket,
  callEnd,
  callFilters,
  callGroup,
  callMark,
  foundOutcome,
  foundRecord,
  loggedCall,
  longestFoundNote,
  recordedWorkspace
} from './call'

export const activityChannels = {
  /**
   * Newest first. Of each fetch, refresh or send only the newest call; `groups` has the sums. `before`: the `next` of
   * the previous list.
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
  /** Newest first; at most 5,000. */
  'activity:part': {
    request: z.object({ workspaceId: z.uuid(), filters: callFilters, partOf: z.string().min(1).max(200) }),
    response: z.object({ calls: z.array(loggedCall) })
  },
  /** In at most 200 equal spans. */
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
  'activity:export': {
    request: z.object({ workspaceId: z.uuid(), filters: callFilters, format: z.enum(['csv', 'json']) }),
    response: z.object({ file: z.string(), calls: z.number() }).nullable()
  },
  /** The changes with an unknown outcome among sends. @param sends their request ids */
  'activity:unknownSends': {
    request: z.object({ workspaceId: z.uuid(), sends: z.array(nameText).max(500) }),
    response: z.object({ calls: z.array(loggedCall) })
  },
  /** What was found out about a change, newest first. */
  'activity:found': {
    request: z.object({ workspaceId: z.uuid(), id: z.number() }),
    response: z.object({ found: z.array(foundRecord) })
  },
  /**
   * The last record counts. Answers with all. Errors: not-found if its outcome is not unknown; keychain-locked,
   * keychain-missing for a note that cannot be encrypted.
   */
  'activity:recordFound': {
    request: z.object({
      workspaceId: z.uuid(),
      id: z.number(),
      outcome: foundOutcome,
      note: z.string().trim().max(longestFoundNote)
    }),
    response: z.object({ found: z.array(foundRecord) })
  },
  'activity:verify': { request: z.void(), response: auditCheck },
  'activity:workspaces': { request: z.void(), response: z.object({ workspaces: z.array(recordedWorkspace) }) }
} as const

export const activityEvents = {
  /** Sent at most once a second. */
  'activity:added': z.object({ workspaceId: z.string(), calls: z.number() }),
  'activity:ended': z.object({ calls: z.array(callEnd) }),
  'activity:found': z.object({ id: z.number(), outcome: foundOutcome })
} as const
