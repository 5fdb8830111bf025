import type { Connector } from '../../../shared/connectors/connector'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import { connectorListWords } from './words/connector-list'
import type { RowIconName } from '../kit/row-icons'

export interface Wording {
  /** Names the colour: a state token, or `good`, which keeps its word grey. */
  tone: 'good' | 'relink' | 'unfinished' | 'failed' | 'running' | 'stalled' | 'incident'
  icon: RowIconName
  word: string
  /** The answer to the drawer's question. */
  answer: string
}

const { credentials: good, lastSync, stalled } = connectorListWords

const credentials: Record<string, Wording> = {
  COMPLETE: { tone: 'good', icon: 'circle-check', ...good.COMPLETE },
  RELINK_NEEDED: { tone: 'relink', icon: 'unplug', ...good.RELINK_NEEDED },
  INCOMPLETE: { tone: 'unfinished', icon: 'circle-dashed', ...good.INCOMPLETE }
}

const lastRun: Record<string, Wording> = {
  Done: { tone: 'good', icon: 'circle-check', ...lastSync.Done },
  Failed: { tone: 'failed', icon: 'circle-x', ...lastSync.Failed },
  Syncing: { tone: 'running', icon: 'refresh-cw', ...lastSync.Syncing }
}

/** Values and words, for the filters in the heads. */
export const credentialNames = Object.entries(credentials).map(([value, { word }]) => [value, word] as const)
export const runNames = Object.entries(lastRun).map(([value, { word }]) => [value, word] as const)

/** "Are the credentials good?" null where the status is absent or a value this app does not know. */
export function credentialsOf({ status }: Connector, diagnosis: RowDiagnosis | null = null): Wording | null {
  const wording = (status !== null && credentials[status]) || null
  // One of many of its integration that broke together: the provider, most likely, not this customer.
  if (diagnosis?.kind === 'incident' && wording?.tone === 'relink')
    return { ...wording, tone: 'incident', icon: 'siren' }
  return wording
}

/** "Did the last run succeed?" Only main's verdict knows that one was due since and never began. */
export function lastRunOf({ syncStatus }: Connector, diagnosis: RowDiagnosis | null = null): Wording | null {
  if (diagnosis?.kind === 'stalled') {
    const answer = syncStatus === 'Done' ? stalled.afterDone : syncStatus ? stalled.afterOther : stalled.never
    return { tone: 'stalled', icon: 'timer-off', word: stalled.word, answer }
  }
  const wording = (syncStatus !== null && lastRun[syncStatus]) || null
  if (diagnosis?.kind === 'incident' && wording?.tone === 'failed')
    return { ...wording, tone: 'incident', icon: 'siren' }
  return wording
}
