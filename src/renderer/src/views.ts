import type { Component } from 'svelte'
import Activity from '@lucide/svelte/icons/activity'
import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left'
import BookOpen from '@lucide/svelte/icons/book-open'
import Cable from '@lucide/svelte/icons/cable'
import Layers from '@lucide/svelte/icons/layers'
import Settings2 from '@lucide/svelte/icons/settings-2'
import Stethoscope from '@lucide/svelte/icons/stethoscope'
import Unplug from '@lucide/svelte/icons/unplug'
import Waypoints from '@lucide/svelte/icons/waypoints'
import Webhook from '@lucide/svelte/icons/webhook'
import { viewLabels, type ViewLabelled } from '../../shared/model/view'
import ActivityView from './views/Activity.svelte'
import Collections from './views/Collections.svelte'
import Connectors from './views/Connectors.svelte'
import Doctor from './views/Doctor.svelte'
import Lookups from './views/Lookups.svelte'
import Mappings from './views/Mappings.svelte'
import Passthrough from './views/Passthrough.svelte'
import Queue from './views/Queue.svelte'
import Settings from './views/Settings.svelte'
import Webhooks from './views/Webhooks.svelte'

export interface View {
  name: ViewLabelled
  label: string
  icon: Component
  page: Component
  /** Where the rail shows it. */
  place: 'top' | 'bottom'
}

/** A new view is a line here, its label in `shared/model/view.ts` and its name in the router. */
const pages: readonly Omit<View, 'label'>[] = [
  { name: 'queue', icon: Unplug, page: Queue, place: 'top' },
  { name: 'connectors', icon: Cable, page: Connectors, place: 'top' },
  { name: 'passthrough', icon: ArrowRightLeft, page: Passthrough, place: 'top' },
  { name: 'mappings', icon: Waypoints, page: Mappings, place: 'top' },
  { name: 'lookups', icon: BookOpen, page: Lookups, place: 'top' },
  { name: 'collections', icon: Layers, page: Collections, place: 'top' },
  { name: 'webhooks', icon: Webhook, page: Webhooks, place: 'top' },
  { name: 'activity', icon: Activity, page: ActivityView, place: 'top' },
  { name: 'doctor', icon: Stethoscope, page: Doctor, place: 'bottom' },
  { name: 'settings', icon: Settings2, page: Settings, place: 'bottom' }
]

/** The views that exist, in the order of the rail. */
export const views: readonly View[] = pages.map((page) => ({ ...page, label: viewLabels[page.name] }))
