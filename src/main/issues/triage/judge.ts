import type { DiagnosisKind } from '../../../shared/issues/diagnosis'
import type { Around } from './around'
import { contradictionsOf, type Contradiction } from './contradictions'
import { type Incident, brokeAt } from './incidents'
import { limits } from './limits'
import { asOf, type Subject } from './subject'
import { cadenceOf, graceOf } from './cadence'

/** Why a sync stalled, and when it was due (ms since 1970). */
interface Stall {
  rule: 'due' | 'cadence' | 'never-began'
  since: number
}

/**
 * Development connectors have no schedule, so they never stall. Ignores a planned time before the last start: the
 * record contradicts itself, and the rhythm decides.
 */
function stallOf({ connector, memory }: Subject, now: number): Stall | null {
  const { status, isActive, isTest, syncStatus, lastSyncStart, nextSyncStart, completedAt, createdAt } = connector
  if (isTest || status !== 'COMPLETE' || isActive === false || syncStatus === 'Syncing') return null

  const planned = nextSyncStart !== null && (lastSyncStart === null || nextSyncStart >= lastSyncStart)
  if (planned) return now - nextSyncStart > graceOf(connector) ? { rule: 'due', since: nextSyncStart } : null

  if (lastSyncStart !== null) {
    const { ms } = cadenceOf(connector, memory)
    return now - lastSyncStart > limits.stallCadences * ms ? { rule: 'cadence', since: lastSyncStart + ms } : null
  }
  // An unreadable field makes the record contradictory; it does not mean that no sync began.
  if (syncStatus !== null || connector.odd.includes('last_sync_start_time')) return null
  const linkedAt = completedAt ?? createdAt
  if (linkedAt === null || now - linkedAt <= limits.firstRunWithin) return null
  return { rule: 'never-began', since: linkedAt }
}

/** A diagnosis without words: cheap enough for 100,000 connectors. */
export interface Judgment {
  kind: DiagnosisKind
  /** ms since 1970; null if neither a field nor a refresh shows it */
  since: number | null
  incident?: Incident
  stall?: Stall
  contradictions: readonly Contradiction[]
}

const knownStatus = new Set(['COMPLETE', 'INCOMPLETE', 'RELINK_NEEDED'])
const knownSync = new Set(['Syncing', 'Done', 'Failed'])
const none: readonly Contradiction[] = []

/**
 * The first rule that holds, in the order of Issues. An unknown `status` or `sync_status` gets a neutral diagnosis,
 * after all certain ones, because a new word is no alarm and no proof that all is well.
 */
export function judge(subject: Subject, around: Around): Judgment {
  const { connector, memory } = subject
  const { status, isActive, syncStatus } = connector
  const now = asOf(subject, around.now)
  const contradictions = contradictionsOf(subject, around.linksOf.get(subject.key) ?? 1, now)
  const judged = (kind: DiagnosisKind, since: number | null): Judgment => ({
    kind,
    since,
    contradictions: contradictions.length > 0 ? contradictions : none
  })

  const incident = around.incidentOf.get(subject.key)
  if (incident) return { ...judged('incident', brokeAt(subject)), incident }

  if (status === 'RELINK_NEEDED') {
    return judged('relink', brokeAt(subject) ?? memory.firstSeenAt)
  }
  if (status === 'INCOMPLETE') {
    const begun = connector.createdAt ?? memory.firstSeenAt
    if (begun !== null && now - begun >= limits.linkingFor) return judged('unfinished', begun)
  }
  const stall = stallOf(subject, now)
  if (stall) return { ...judged('stalled', stall.since), stall }

  if (status === 'COMPLETE' && isActive !== false && syncStatus === 'Failed') {
    return judged('failed', brokeAt(subject) ?? memory.firstSeenAt)
  }
  const first = contradictions[0]
  if (first) return judged('contradictory', first.since)

  if (status === null || !knownStatus.has(status)) return judged('unknown', null)
  if (isActive === false) return judged('inactive', null)
  if (status === 'INCOMPLETE') return judged('linking', connector.createdAt)
  if (syncStatus !== null && !knownSync.has(syncStatus)) return judged('unknown', null)
  return judged('healthy', null)
}
