import type { Component } from 'svelte'
import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left'
import Cable from '@lucide/svelte/icons/cable'
import Settings2 from '@lucide/svelte/icons/settings-2'
import Unplug from '@lucide/svelte/icons/unplug'
import type { ViewName } from './state/router.svelte'
import Connectors from './views/Connectors.svelte'
import Passthrough from './views/Passthrough.svelte'
import Queue from './views/Queue.svelte'
import Settings from './views/Settings.svelte'

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
  { name: 'settings', label: 'Settings', icon: Settings2, page: Settings, place: 'bottom' }
]
