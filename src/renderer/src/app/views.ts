import type { Component } from 'svelte'
import Activity from '@lucide/svelte/icons/activity'
import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left'
import BookOpen from '@lucide/svelte/icons/book-open'
import Cable from '@lucide/svelte/icons/cable'
import Layers from '@lucide/svelte/icons/layers'
import Settings2 from '@lucide/svelte/icons/settings-2'
import ChartColumn from '@lucide/svelte/icons/chart-column'
import Stethoscope from '@lucide/svelte/icons/stethoscope'
import Unplug from '@lucide/svelte/icons/unplug'
import Waypoints from '@lucide/svelte/icons/waypoints'
import Webhook from '@lucide/svelte/icons/webhook'
import { viewLabels, type ViewLabelled } from '../../../shared/app/view'

export interface View {
  name: ViewLabelled
  label: string
  icon: Component
  /** Loads the page when it first opens, or while the window rests: the first screen waits for no editor. */
  page: () => Promise<Component>
  place: 'top' | 'bottom'
  /** Its state is among `Rooms`. */
  inRooms?: true
}

function once(load: () => Promise<{ default: Component }>): View['page'] {
  let page: Promise<Component> | undefined
  return () => (page ??= load().then((module) => module.default))
}

/** A new view is a line here, and its label in `shared/app/view.ts`. */
const pages: readonly Omit<View, 'label'>[] = [
  { name: 'issues', icon: Unplug, page: once(() => import('../issues/View.svelte')), place: 'top' },
  { name: 'connectors', icon: Cable, page: once(() => import('../connectors/View.svelte')), place: 'top' },
  {
    name: 'passthrough',
    icon: ArrowRightLeft,
    page: once(() => import('../passthrough/View.svelte')),
    place: 'top',
    inRooms: true
  },
  {
    name: 'mappings',
    icon: Waypoints,
    page: once(() => import('../mappings/View.svelte')),
    place: 'top',
    inRooms: true
  },
  { name: 'lookups', icon: BookOpen, page: once(() => import('../lookups/View.svelte')), place: 'top', inRooms: true },
  { name: 'data', icon: Layers, page: once(() => import('../data/View.svelte')), place: 'top', inRooms: true },
  { name: 'webhooks', icon: Webhook, page: once(() => import('../webhooks/View.svelte')), place: 'top', inRooms: true },
  {
    name: 'activity',
    icon: Activity,
    page: once(() => import('../activity/View.svelte')),
    place: 'top',
    inRooms: true
  },
  { name: 'trends', icon: ChartColumn, page: once(() => import('../trends/View.svelte')), place: 'top', inRooms: true },
  { name: 'doctor', icon: Stethoscope, page: once(() => import('../doctor/View.svelte')), place: 'bottom' },
  {
    name: 'settings',
    icon: Settings2,
    page: once(() => import('../settings/View.svelte')),
    place: 'bottom',
    inRooms: true
  }
]

export const views: readonly View[] = pages.map((page) => ({ ...page, label: viewLabels[page.name] }))

/** What the two lists open. Their code loads with the rest, as an update may replace the files while the app runs. */
const opened = [
  () => import('./help/AboutSheet.svelte'),
  () => import('./help/SupportSheet.svelte'),
  () => import('../issues/IssueDrawer.svelte'),
  () => import('../issues/IncidentDrawer.svelte'),
  () => import('../issues/Campaign.svelte'),
  () => import('../records/relink/RelinkRequest.svelte'),
  () => import('../records/SyncRunDialog.svelte'),
  () => import('../records/runbooks/RunbookSection.svelte'),
  () => import('../records/runbooks/RunbookDialogs.svelte'),
  () => import('../connectors/DetailDrawer.svelte'),
  () => import('../connectors/NewLinkDialog.svelte'),
  () => import('../connectors/DeleteConnector.svelte'),
  () => import('../connectors/CompareSnapshots.svelte'),
  () => import('../connectors/customer/CustomerPage.svelte')
]

/**
 * Loads the state of the other rooms and their pages one by one, while the window has nothing else to do.
 *
 * @param rooms loads their state
 */
export async function loadViewsAtRest(rooms: () => Promise<unknown>): Promise<void> {
  for (const load of [rooms, ...opened, ...views.map(({ page }) => page)]) {
    await new Promise((rested) => requestIdleCallback(rested))
    await load().catch(() => undefined) // the view shows the error when it opens
  }
}
