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
import type { ViewName } from './state/shared/router.svelte'
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
  name: ViewName
  label: string
  icon: Component
  page: Component
  /** Where the rail shows it. */
  place: 'top' | 'bottom'
}

/** The views that exist, in the order of the rail. A new one is a line here and its name in the router. */
export const views: readonly View[] = [
  { name: 'queue', label: 'Relink queue', icon: Unplug, page: Queue, place: 'top' },
  { name: 'connectors', label: 'Connectors', icon: Cable, page: Connectors, place: 'top' },
  { name: 'passthrough', label: 'Passthrough', icon: ArrowRightLeft, page: Passthrough, place: 'top' },
  { name: 'mappings', label: 'Mappings', icon: Waypoints, page: Mappings, place: 'top' },
  { name: 'lookups', label: 'Lookups', icon: BookOpen, page: Lookups, place: 'top' },
  { name: 'collections', label: 'Collections', icon: Layers, page: Collections, place: 'top' },
  { name: 'webhooks', label: 'Webhooks', icon: Webhook, page: Webhooks, place: 'top' },
  { name: 'activity', label: 'Activity', icon: Activity, page: ActivityView, place: 'top' },
  { name: 'doctor', label: 'Doctor', icon: Stethoscope, page: Doctor, place: 'bottom' },
  { name: 'settings', label: 'Settings', icon: Settings2, page: Settings, place: 'bottom' }
]
