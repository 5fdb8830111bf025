import type { Connector } from '../../../../shared/model/connector'
import type { RowIconName } from '../shared/row-icons'

export interface Told {
  /** Names the colour: a state token, or `good`, which keeps its word grey. */
  tone: 'good' | 'relink' | 'unfinished' | 'failed' | 'running'
  icon: RowIconName
  word: string
  /** The answer to the drawer's question. */
  answer: string
}

const credentials: Record<string, Told> = {
  COMPLETE: { tone: 'good', icon: 'circle-check', word: 'Good', answer: 'Yes' },
  INCOMPLETE: { tone: 'unfinished', icon: 'circle-dashed', word: 'Never finished', answer: 'Link never finished' },
  RELINK_NEEDED: { tone: 'relink', icon: 'unplug', word: 'Relink needed', answer: 'No, relink needed' }
}

const lastRun: Record<string, Told> = {
  Done: { tone: 'good', icon: 'circle-check', word: 'Done', answer: 'Yes' },
  Failed: { tone: 'failed', icon: 'circle-x', word: 'Failed', answer: 'No, it failed' },
  Syncing: { tone: 'running', icon: 'refresh-cw', word: 'Syncing', answer: 'It is running now' }
}

/** What it comes to, where it needs a person. The fuller verdicts rest on history and come from main. */
export function needOf(connector: Connector): (Told & { need: string }) | null {
  const [credentials, run] = [credentialsOf(connector), lastRunOf(connector)]
  if (credentials?.tone === 'relink') return { ...credentials, need: 'Customer must relink' }
  if (credentials?.tone === 'unfinished') return { ...credentials, need: 'Link never finished' }
  return run?.tone === 'failed' ? { ...run, need: 'Last sync failed' } : null
}

/** "Are the credentials good?" null where the status is absent or a value this app does not know. */
export function credentialsOf({ status }: Connector): Told | null {
  return (status !== null && credentials[status]) || null
}

/** "Did the last run succeed?" */
export function lastRunOf({ syncStatus }: Connector): Told | null {
  return (syncStatus !== null && lastRun[syncStatus]) || null
}
