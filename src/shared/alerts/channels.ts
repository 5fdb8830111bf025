import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { weeklyReport } from './report'
import { alertChannel, alertLimits, alertMessage, alertRule, channelKind, pastMessage, shownRule } from './rule'

const { workspaceId } = placeShape

const shownReport = z.object({
  report: weeklyReport.nullable(),
  next: z.string().nullable(),
  runs: z.array(alertMessage),
  stands: z.enum(['not-agreed', 'changed', 'ended', 'no-colleague']).nullable()
})

export const alertChannels = {
  /** By name. `allowed`: false if the organization forbids alerts. `known`: channels with an address on this computer. */
  'alerts:list': {
    request: z.object({ workspaceId }),
    response: z.object({
      allowed: z.boolean(),
      rules: z.array(shownRule),
      known: z.array(alertChannel.omit({ host: true }).extend({ kind: channelKind, host: z.string() }))
    })
  },
  /**
   * Confirmed, unless nothing but name or switch changes: from then on messages leave by themselves. `before`: as of a
   * runbook. `address`, `key`: go to the keychain; null: those there. Errors: invalid-input with fields, cancelled,
   * managed, leak-refused, team-read-only.
   */
  'alerts:save': {
    request: z.object({
      ...{ workspaceId, id: z.uuid(), before: z.number().nullable() },
      content: alertRule.omit({ name: true, channel: true }).extend({
        name: z.string(),
        channel: z.strictObject({ kind: channelKind, name: z.string(), to: z.array(z.string()).optional() })
      }),
      address: z.string().max(2_000).nullable(),
      key: z.string().max(500).nullable(),
      perDay: z.number().int().min(1).max(alertLimits.perDay),
      /** Days until the consent ends. */
      days: z.number().int().min(1).max(400)
    }),
    response: z.object({ saved: z.boolean() })
  },
  /** What a rule would have sent in the last 30 days, oldest first. `since`: a younger history begins there. */
  'alerts:past': {
    request: z.object({ ...placeShape, when: alertRule.pick({ when: true, digest: true, quiet: true, zone: true, names: true }), perDay: z.number() }), // prettier-ignore
    response: z.object({ since: z.number(), messages: z.array(pastMessage) })
  },
  /** Errors: not-found, team-read-only. */
  'alerts:turn': { request: z.object({ workspaceId, id: z.uuid(), on: z.boolean() }), response: z.void() },
  /** Errors: team-read-only. */
  'alerts:remove': { request: z.object({ workspaceId, id: z.uuid() }), response: z.void() },
  /** `next`: a date at the report's zone; `runs`: the newest first; `stands`: why none leaves by mail. */
  'alerts:report': {
    request: z.object({ workspaceId }),
    response: shownReport
  },
  /** null ends it. By mail it is confirmed; a folder is chosen in a dialog. Errors: invalid-input, cancelled, managed. */
  'alerts:setReport': {
    request: z.object({
      ...{ workspaceId, report: weeklyReport.omit({ folder: true }).nullable(), choosesFolder: z.boolean() }
    }),
    response: shownReport
  },
  /** Sends one marked message under the consent. Errors: invalid-input if it may not send. */
  'alerts:test': { request: z.object({ ...placeShape, id: z.uuid() }), response: alertMessage }
} as const

export const alertEvents = {
  /** Rules, messages or consents changed. */
  'alerts:changed': z.void()
} as const
