import type { z } from 'zod'
import { activityChannels, activityEvents } from './activity/channels'
import { alertChannels, alertEvents } from './alerts/channels'
import { appChannels, appEvents } from './app/channels'
import { connectorChannels, connectorEvents } from './connectors/channels'
import { dataChannels, dataEvents } from './data/channels'
import { desktopChannels, desktopEvents } from './desktop/channels'
import { doorChannels, doorEvents } from './door/channels'
import { doctorChannels, doctorEvents } from './doctor/channels'
import { issueChannels, issueEvents } from './issues/channels'
import { lookupChannels } from './lookups/channels'
import { mailChannels, mailEvents } from './mail/channels'
import { mappingChannels, mappingEvents } from './mappings/channels'
import { passthroughChannels, passthroughEvents } from './passthrough/channels'
import { settingsChannels, settingsEvents } from './settings/channels'
import { supportChannels } from './support/channels'
import { teamChannels, teamEvents } from './team/channels'
import { ticketChannels, ticketEvents } from './tickets/channels'
import { trendChannels } from './trends/channels'
import { updateChannels, updateEvents } from './updates/channels'
import { webhookChannels, webhookEvents } from './webhooks/channels'
import { workspaceChannels } from './workspaces/channels'

/**
 * Each room declares its channels, with its name as prefix, in its `channels.ts`. A missing handler is a compile error.
 * Main parses requests, because it does not trust the window.
 */
export const contract = {
  ...activityChannels,
  ...alertChannels,
  ...appChannels,
  ...connectorChannels,
  ...dataChannels,
  ...desktopChannels,
  ...doctorChannels,
  ...doorChannels,
  ...issueChannels,
  ...lookupChannels,
  ...mailChannels,
  ...mappingChannels,
  ...passthroughChannels,
  ...settingsChannels,
  ...supportChannels,
  ...teamChannels,
  ...ticketChannels,
  ...trendChannels,
  ...updateChannels,
  ...webhookChannels,
  ...workspaceChannels
} as const

export const events = {
  ...activityEvents,
  ...alertEvents,
  ...settingsEvents,
  ...mailEvents,
  ...appEvents,
  ...connectorEvents,
  ...dataEvents,
  ...desktopEvents,
  ...doctorEvents,
  ...doorEvents,
  ...issueEvents,
  ...mappingEvents,
  ...passthroughEvents,
  ...teamEvents,
  ...ticketEvents,
  ...updateEvents,
  ...webhookEvents
} as const

export type Channel = keyof typeof contract
export type Request<C extends Channel> = z.infer<(typeof contract)[C]['request']>
export type Response<C extends Channel> = z.infer<(typeof contract)[C]['response']>
export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>

/** The preload puts this on `window.desk`. */
export interface DeskBridge {
  /** @returns the envelope as JSON: a text crosses contextBridge at once, an object value by value */
  invoke(channel: Channel, request: unknown): Promise<string>
  /** The payload is JSON, too. @returns a function that ends the subscription */
  on(event: EventName, listener: (payload: string) => void): () => void
}
