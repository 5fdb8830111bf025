import type { Component } from 'svelte'
import CircleCheck from '@lucide/svelte/icons/circle-check'
import CircleDashed from '@lucide/svelte/icons/circle-dashed'
import CircleX from '@lucide/svelte/icons/circle-x'
import RefreshCw from '@lucide/svelte/icons/refresh-cw'
import Unplug from '@lucide/svelte/icons/unplug'
import type { Connector } from '../../../../shared/model/connector'

export interface Told {
  /** Names the colour: a state token, or `good`, which keeps its word grey. */
  tone: 'good' | 'relink' | 'unfinished' | 'failed' | 'running'
  icon: Component<{ class?: string; size?: number; strokeWidth?: number }>
  word: string
  /** The answer to the drawer's question. */
  answer: string
}

const credentials: Record<string, Told> = {
  COMPLETE: { tone: 'good', icon: CircleCheck, word: 'Good', answer: 'Yes' },
  INCOMPLETE: { tone: 'unfinished', icon: CircleDashed, word: 'Never finished', answer: 'Link never finished' },
  RELINK_NEEDED: { tone: 'relink', icon: Unplug, word: 'Relink needed', answer: 'No, relink needed' }
}

const lastRun: Record<string, Told> = {
  Done: { tone: 'good', icon: CircleCheck, word: 'Done', answer: 'Yes' },
  Failed: { tone: 'failed', icon: CircleX, word: 'Failed', answer: 'No, it failed' },
  Syncing: { tone: 'running', icon: RefreshCw, word: 'Syncing', answer: 'It is running now' }
}

/** "Are the credentials good?" null where the status is absent or a value this app does not know. */
export function credentialsOf({ status }: Connector): Told | null {
  return (status !== null && credentials[status]) || null
}

/** "Did the last run succeed?" */
export function lastRunOf({ syncStatus }: Connector): Told | null {
  return (syncStatus !== null && lastRun[syncStatus]) || null
}
