import { z } from 'zod'
import { appState } from '../app/state'
import { headcountLimits } from '../issues/diagnosis'
import { dueTimes } from '../issues/due-times'
import { relinkSettings } from '../issues/relink/relink'
import { placeShape } from './place'
import { practiceChange, practiceTime } from './practice-time'
import { region } from './region'
import { tokenChange } from './token-change'
import { askedFromOutside, environment, keepToken, workspaceChange, workspaceDraft } from './workspace'

const requestId = z.uuid()

export const workspaceChannels = {
  /**
   * Checks the draft with one GET. A job, as all such checks. Errors: invalid-input (with `fields`), cancelled, those
   * of a call.
   */
  'workspaces:connect': { request: workspaceDraft.extend({ requestId }), response: appState },
  'workspaces:startPractice': { request: z.void(), response: appState },
  /** `change` is made first; null only asks. */
  'workspaces:practiceTime': {
    request: z.object({ region, change: practiceChange.nullable() }),
    response: practiceTime
  },
  'workspaces:open': { request: z.object(placeShape), response: appState },
  'workspaces:update': {
    request: workspaceChange.extend({ workspaceId: z.uuid(), requestId }),
    response: appState
  },
  /** A token that shows other connectors than the one before is confirmed. */
  'workspaces:setToken': {
    request: z.object({ ...placeShape, bearerToken: z.string(), keep: keepToken, requestId }),
    response: appState
  },
  /** The last replacement of each region's token, by this desk or a colleague's. */
  'workspaces:tokenChanges': {
    request: z.object({ workspaceId: z.uuid() }),
    response: z.array(tokenChange.extend({ region }))
  },
  /** Only a label; null removes it. */
  'workspaces:setEnvironment': {
    request: z.object({ workspaceId: z.uuid(), environment: environment.nullable() }),
    response: appState
  },
  /** Another dashboard is confirmed. Errors: invalid-input with `fields`, cancelled. */
  'workspaces:setRelink': {
    request: z.object({ workspaceId: z.uuid(), relink: relinkSettings }),
    response: appState
  },
  'workspaces:setHeadcounts': {
    request: z.object({ workspaceId: z.uuid(), headcounts: headcountLimits }),
    response: appState
  },
  /** Off closes those that are open. */
  'workspaces:setWebhookIssues': {
    request: z.object({ workspaceId: z.uuid(), webhookIssues: z.boolean() }),
    response: appState
  },
  /** null: nothing may be asked. More than before is confirmed. Errors: managed, cancelled. */
  'workspaces:setOutside': {
    request: z.object({ workspaceId: z.uuid(), outside: askedFromOutside.nullable() }),
    response: appState
  },
  /** null turns them off. Errors: invalid-input for times that can never be met. */
  'workspaces:setDueTimes': {
    request: z.object({ workspaceId: z.uuid(), dueTimes: dueTimes.nullable() }),
    response: appState
  },
  'workspaces:remove': { request: z.object({ workspaceId: z.uuid() }), response: appState }
} as const
