import type { Connector } from '../../../shared/connectors/connector'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import { connectorListWords } from './words/connectors'
import type { RowIconName } from '../kit/row-icons'

export interface Wording {
  /** A state token, or `good`, which keeps its word grey. */
  tone: 'good' | 'relink' | 'unfinished' | 'failed' | 'running' | 'stalled' | 'incident'
  icon: RowIconName
  word: string
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

export const credentialNames = Object.entries(credentials).map(([value, { word }]) => [value, word] as const)
export const runNames = Object.entries(lastRun).map(([value, { word }]) => [value, word] as const)

/** "Are the credentials good?" null if the status is absent or unknown to this app. */
export function credentialsOf({ status }: Connector, diagnosis: RowDiagnosis | null = null): Wording | null {
  const wording = (status !== null && credentials[status]) || null
  // Many connectors of the integration broke together: probably the provider, not this customer.
  if (diagnosis?.kind === 'incident' && wording?.tone === 'relink')
    return { ...wording, tone: 'incident', icon: 'siren' }
  return wording
}

/** "Did the last sync succeed?" Only main's diagnosis knows of a due sync that never began. */
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
