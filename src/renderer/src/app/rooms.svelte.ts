import type { Place } from '../../../shared/workspaces/place'
import type { Workspace } from '../../../shared/workspaces/workspace'
import { ActivityView, provideActivity } from '../activity/activity.svelte'
import type { Client } from '../client.svelte'
import { DataPlaces, provideDataPlaces } from '../data/data.svelte'
import { LookupsView, provideLookups } from '../lookups/lookups.svelte'
import { Mappings, provideMappings } from '../mappings/mappings.svelte'
import type { ManyAround } from '../passthrough/many/setup.svelte'
import { Passthrough, providePassthrough } from '../passthrough/passthrough.svelte'
import { ApprovalList, provideApprovals } from '../records/approvals.svelte'
import { AlertRules, provideAlertRules } from '../settings/alerts/alerts.svelte'
import { TrendsView, provideTrends } from '../trends/trends.svelte'
import { WebhooksView, provideWebhooks } from '../webhooks/webhooks.svelte'

/** State of the rooms that no first screen shows. It loads when one is needed, or once the window rests. */
export class Rooms {
  readonly passthrough: Passthrough
  readonly mappings: Mappings
  readonly lookups: LookupsView
  readonly collections: DataPlaces
  readonly webhooks: WebhooksView
  readonly activity: ActivityView
  readonly trends: TrendsView
  readonly alerts: AlertRules
  readonly approvals: ApprovalList

  constructor(client: Client, around: ManyAround) {
    this.passthrough = new Passthrough(client, around)
    this.mappings = new Mappings(client)
    this.lookups = new LookupsView(client)
    this.collections = new DataPlaces(client)
    this.webhooks = new WebhooksView(client)
    this.activity = new ActivityView(client)
    this.trends = new TrendsView(client)
    this.alerts = new AlertRules(client)
    this.approvals = new ApprovalList(client)
  }

  /** @param workspaces all; benches of removed ones go */
  follow(workspace: Workspace | null, place: Place | null, workspaces: readonly Workspace[]): void {
    this.passthrough.retain(workspaces)
    for (const room of [this.passthrough, this.mappings, this.lookups, this.collections, this.webhooks, this.activity])
      room.show(workspace)
    this.trends.show(place)
  }
}

export function provideRooms(rooms: Rooms): void {
  providePassthrough(rooms.passthrough)
  provideMappings(rooms.mappings)
  provideLookups(rooms.lookups)
  provideDataPlaces(rooms.collections)
  provideWebhooks(rooms.webhooks)
  provideActivity(rooms.activity)
  provideTrends(rooms.trends)
  provideAlertRules(rooms.alerts)
  provideApprovals(rooms.approvals)
}
