import { diagnosisKind, type DiagnosisKind } from '../../../shared/issues/diagnosis'
import type { Around } from './around'
import { type PossibleOutage, brokeAt } from './possible-outages'
import { fallIn, isFrozen } from './headcounts'
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
  // An unreadable field is a diagnosis of its own; it does not mean that no sync began.
  if (syncStatus !== null || connector.odd.includes('last_sync_start_time')) return null
  const linkedAt = completedAt ?? createdAt
  if (linkedAt === null || now - linkedAt <= limits.firstRunWithin) return null
  return { rule: 'never-began', since: linkedAt }
}

type ContradictionCode =
  | 'good-but-dead'
  | 'rejected-but-works'
  | 'good-but-rejected'
  | 'off-but-planned'
  | 'next-before-last'
  | 'syncing-too-long'
  | 'rejected-without-time'
  | 'in-the-future'
  | 'duplicate'
  | 'malformed'

interface Contradiction {
  code: ContradictionCode
  fields: string[]
  /** ms since 1970; null if no field shows its beginning */
  since: number | null
  words: string
}

/** An unreadable field counts if a diagnosis depends on it. */
const decisive = new Set([
  'status',
  'sync_status',
  'is_active',
  'is_test_connector',
  'last_sync_start_time',
  'next_sync_start_time',
  'relink_needed_at',
  'completed_at',
  'created_at'
])

/**
 * What its provider last answered, where the record does not show it yet. A later link, and a later sync that succeeded,
 * say more than a rejection before them.
 */
export function unseenAnswer({ connector, memory }: Subject): 'good-but-dead' | 'rejected-but-works' | null {
  const { access: fact, lastDoneStart, relinkTurnedAt } = memory
  const { status, isActive, completedAt, relinkNeededAt } = connector
  if (!fact) return null
  if (status === 'COMPLETE' && isActive !== false && fact.said === 'dead')
    return fact.at > Math.max(completedAt ?? 0, lastDoneStart ?? 0) ? 'good-but-dead' : null
  if (status === 'RELINK_NEEDED' && fact.said === 'works')
    return fact.at > (relinkNeededAt ?? relinkTurnedAt ?? Infinity) ? 'rejected-but-works' : null
  return null
}

/**
 * The gravest first.
 * @param links live connectors of this category, origin ID and integration, with this one
 * @param answers whether answers of its provider count
 */
export function contradictionsOf(subject: Subject, links: number, now: number, answers = true): Contradiction[] {
  const { connector, memory } = subject
  const { status, isActive, syncStatus, lastSyncStart, nextSyncStart, relinkNeededAt, completedAt } = connector
  const found: Contradiction[] = []
  const add = (code: ContradictionCode, fields: string[], since: number | null, words: string) =>
    found.push({ code, fields, since, words })

  const unseen = answers ? unseenAnswer(subject) : null
  if (unseen === 'good-but-dead') {
    const words = 'Its status says linked, but the provider rejected its credentials when it was asked.'
    add(unseen, ['status', 'last_sync_start_time'], memory.access?.since ?? memory.access?.at ?? null, words)
  } else if (unseen) {
    const words = 'Its status says that a relink is needed, but after that the provider answered with its credentials.'
    add(unseen, ['status', 'relink_needed_at'], memory.access?.at ?? null, words)
  }
  if (status === 'COMPLETE' && relinkNeededAt !== null && (completedAt === null || relinkNeededAt > completedAt)) {
    const words = 'Its status says linked, but its credentials stopped working after that.'
    add('good-but-rejected', ['status', 'relink_needed_at', 'completed_at'], relinkNeededAt, words)
  }
  if (isActive === false && nextSyncStart !== null && nextSyncStart > now) {
    add('off-but-planned', ['is_active', 'next_sync_start_time'], null, 'It is inactive, but a next sync is scheduled.')
  }
  // During a sync, the plan may still show this sync, a moment before its start.
  const ended = syncStatus !== 'Syncing'
  if (ended && nextSyncStart !== null && lastSyncStart !== null && nextSyncStart < lastSyncStart) {
    const words = 'The next sync is scheduled before the start of the last one.'
    add('next-before-last', ['last_sync_start_time', 'next_sync_start_time'], lastSyncStart, words)
  }
  if (syncStatus === 'Syncing' && lastSyncStart !== null && now - lastSyncStart >= longestRun(connector)) {
    const fields = ['sync_status', 'last_sync_start_time', 'avg_sync_duration', 'sync_progress']
    const words =
      connector.avgSyncDuration === null
        ? 'Its sync has been running for a day or more. How long its syncs usually take is not known.'
        : 'Its sync has been running far longer than usual.'
    add('syncing-too-long', fields, lastSyncStart, words)
  }
  if (links > 1) {
    const times = links === 2 ? 'twice' : `${links} times`
    const words = `The same customer is linked ${times} to this integration.`
    add('duplicate', ['origin_id', 'integration_slug', 'category'], null, words)
  }
  const early = futureFields(connector, now)
  if (early.length > 0) {
    add('in-the-future', early, null, `${listed(early)} ${early.length === 1 ? 'is' : 'are'} in the future.`)
  }
  if (status === 'RELINK_NEEDED' && relinkNeededAt === null) {
    const words = 'Its credentials no longer work, but the record does not say since when.'
    add('rejected-without-time', ['status', 'relink_needed_at'], null, words)
  }
  const unreadable = connector.odd.filter((field) => decisive.has(field))
  if (unreadable.length > 0) add('malformed', unreadable, null, `${listed(unreadable)} cannot be read.`)
  return found
}

function longestRun({ avgSyncDuration }: Subject['connector']): number {
  if (avgSyncDuration === null) return limits.firstRunAtMost
  return Math.max(limits.runAverages * avgSyncDuration, limits.runAtLeast)
}

/** Past events cannot lie ahead. */
function futureFields(connector: Subject['connector'], now: number): string[] {
  const { lastSyncStart, relinkNeededAt, completedAt, createdAt } = connector
  const latest = now + limits.clockSkew
  const ahead = (time: number | null) => time !== null && time > latest
  const fields: string[] = []
  if (ahead(lastSyncStart)) fields.push('last_sync_start_time')
  if (ahead(relinkNeededAt)) fields.push('relink_needed_at')
  if (ahead(completedAt)) fields.push('completed_at')
  if (ahead(createdAt)) fields.push('created_at')
  return fields
}

function listed(fields: string[]): string {
  return fields.length < 2 ? fields.join('') : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`
}

/** A diagnosis without words: cheap enough for 100,000 connectors. */
export interface Judgment {
  kind: DiagnosisKind
  /** ms since 1970; null if neither a field nor a refresh shows it */
  since: number | null
  incident?: PossibleOutage
  stall?: Stall
  contradictions: readonly Contradiction[]
}

const knownStatus = new Set(['COMPLETE', 'INCOMPLETE', 'RELINK_NEEDED'])
const knownSync = new Set(['Syncing', 'Done', 'Failed'])
const none: readonly Contradiction[] = []
/** Of nearly all. */
export const healthy: Judgment = { kind: 'healthy', since: null, contradictions: none }
const plain = new Map<DiagnosisKind, Judgment>(
  diagnosisKind.options.map((kind) => [kind, kind === 'healthy' ? healthy : { ...healthy, kind }])
)

/**
 * The first rule that holds, in the order of Issues. An unknown `status` or `sync_status` gets a neutral diagnosis,
 * after all certain ones, because a new word is no alarm and no proof that all is well.
 */
export function judge(subject: Subject, around: Around): Judgment {
  const { connector, memory } = subject
  const { status, isActive, syncStatus } = connector
  const now = asOf(subject, around.now)
  const links = around.linksOf.get(subject.key) ?? 1
  const contradictions = contradictionsOf(subject, links, now, around.headcounts.answers)
  const judged = (kind: DiagnosisKind, since: number | null): Judgment => {
    const isPlain = since === null && contradictions.length === 0
    return (isPlain && plain.get(kind)) || { kind, since, contradictions }
  }

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

  const { headcount, lastDoneStart } = memory
  const isLinked = !connector.isTest && status === 'COMPLETE' && isActive !== false
  const counts = headcount !== null && isLinked
  const fall = counts ? fallIn(headcount, lastDoneStart ?? 0, around.headcounts.drop) : null
  if (fall) return judged('drop', fall.since)

  if (status === 'COMPLETE' && isActive !== false && syncStatus === 'Failed') {
    return judged('failed', brokeAt(subject) ?? memory.firstSeenAt)
  }
  if (counts && isFrozen(headcount, around.headcounts.frozen)) return judged('frozen', headcount.sameSince)
  const first = contradictions[0]
  // The last and mildest: fields that can be read contradict nothing.
  if (first) return judged(first.code === 'malformed' ? 'unreadable' : 'contradictory', first.since)

  if (status === null || !knownStatus.has(status)) return judged('unknown', null)
  if (isActive === false) return judged('inactive', null)
  if (status === 'INCOMPLETE') return judged('linking', connector.createdAt)
  if (syncStatus !== null && !knownSync.has(syncStatus)) return judged('unknown', null)
  return judged('healthy', null)
}
