import type { DiagnosisKind } from '../../../shared/issues/diagnosis'
import type { Around } from './around'
import { contradictionsOf, type Contradiction } from './contradictions'
import { type Incident, brokeAt } from './incidents'
import { limits } from './limits'
import { asOf, type Subject } from './subject'
import { cadenceOf, graceOf } from './cadence'

/** Why a connector counts as stalled, and when the run was due that never began (ms since 1970). */
interface Stall {
  rule: 'due' | 'cadence' | 'never-began'
  since: number
}

/**
 * A silent stall: credentials good, switched on, nothing running, and the run that was due did not
 * begin. Development connectors have no schedule: theirs begin when asked for, and are no stall. A planned time before the last start does not count: the record contradicts itself then, and its rhythm decides.
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
  // A field that cannot be read is not a run that never began: it makes the record contradictory.
  if (syncStatus !== null || connector.odd.includes('last_sync_start_time')) return null
  const linkedAt = completedAt ?? createdAt
  if (linkedAt === null || now - linkedAt <= limits.firstRunWithin) return null
  return { rule: 'never-began', since: linkedAt }
}

/** A verdict without its words: cheap enough to pass on 100,000 connectors. */
export interface Judgment {
  kind: DiagnosisKind
  /** ms since 1970; null where neither a field nor a walk shows it. */
  since: number | null
  incident?: Incident
  stall?: Stall
  contradictions: readonly Contradiction[]
}

const knownStatus = new Set(['COMPLETE', 'INCOMPLETE', 'RELINK_NEEDED'])
const knownSync = new Set(['Syncing', 'Done', 'Failed'])
const none: readonly Contradiction[] = []

/**
 * The verdict on one connector (issue 2, section 2), by the first rule that holds, in the order of the queue.
 *
 * An unknown value of `status` or `sync_status` gets a neutral verdict of its own, after everything that is certain:
 * a careful operator neither raises an alarm over a word the service learned last week, nor counts it as fine.
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
