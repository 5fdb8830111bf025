import type { Compared, Comparison, FieldChange } from '../../../shared/connectors/comparison'
import { readConnector, type Reading } from '../../../shared/connectors/connector'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import { isIssue, type DiagnosisKind } from '../../../shared/issues/diagnosis'
import { lookAround } from '../../issues/triage/around'
import { judge } from '../../issues/triage/judge'
import type { Subject } from '../../issues/triage/subject'
import { noMemory } from '../../store/tables/connectors/memory'
import type { Before } from '../../store/tables/connectors/record-change'
import type { Change } from '../../store/tables/connectors/states'

/** null if it was missing, the same object if it did not change. */
export interface SnapshotPair {
  before: Subject | null
  after: Subject | null
  /** Reads its records. null: it did not change */
  fields: (() => FieldChange[]) | null
}

/** A connector on the way back through its changes. */
interface Back {
  connector: Reading
  isThere: boolean
  /** After the later of both refreshes; null before the way comes to it. */
  after: Pick<Back, 'connector' | 'isThere'> | null
}

/**
 * In the order they were first seen. Earlier readings come from the newest ones and what changed since: to read all
 * records takes as long as all else.
 * @param now present connectors, by number
 * @param changes after the earlier refresh, newest first
 * @param read gone connectors, by number
 */
export function pairsOf(
  now: ReadonlyMap<number, Subject>,
  { changes, after: later }: { changes: Iterable<readonly Change[]>; after: number },
  read: (ids: readonly number[]) => readonly Subject[],
  fieldsOf: (id: number) => FieldChange[]
): SnapshotPair[] {
  const gone = new Map<number, Subject>()
  const backs = new Map<number, Back>()
  for (const some of changes) {
    const missing = some.filter(([, id]) => !now.has(id) && !gone.has(id))
    for (const subject of read([...new Set(missing.map(([, id]) => id))])) gone.set(subject.id, subject)
    for (const change of some) {
      const subject = now.get(change[1]) ?? gone.get(change[1])
      if (!subject) continue
      const last = backs.get(subject.id) ?? { connector: subject.connector, isThere: now.has(subject.id), after: null }
      backs.set(subject.id, wentBack(last, change, later))
    }
  }
  const all = [...now.values(), ...gone.values()]
  if (gone.size > 0) all.sort((a, b) => a.id - b.id)
  return all.map((subject) => {
    const back = backs.get(subject.id)
    const after = stateOf(subject, back ? (back.after ?? back) : { connector: subject.connector, isThere: true })
    if (!back?.after) return { before: after, after, fields: null }
    return { before: stateOf(subject, back), after, fields: () => fieldsOf(subject.id) }
  })
}

function wentBack({ connector, isThere, ...back }: Back, [, , refresh, kind, undone]: Change, later: number): Back {
  let after = back.after ?? (refresh <= later ? { connector, isThere } : null)
  // A new one that was read alone while the refresh ran counts for the next.
  if (after && kind === 'new' && refresh > later) after = { connector, isThere: false }
  return {
    connector: undone ? readEarlier(connector, undone) : connector,
    isThere: kind !== 'new' && kind !== 'back',
    after
  }
}

/** It alone decides its diagnosis. */
function stateOf({ id, key, category }: Subject, { connector, isThere }: Pick<Back, 'connector' | 'isThere'>) {
  return isThere ? { id, key, category, connector, ran: null, memory: noMemory, seenAt: Infinity } : null
}

/** Of each field that a reading takes: its name there. */
const readAs: ReadonlyMap<string, keyof Reading> = new Map([
  ['is_active', 'isActive'],
  ['status', 'status'],
  ['integration_slug', 'integrationSlug'],
  ['end_user', 'endUser'],
  ['origin_id', 'originId'],
  ['sync_status', 'syncStatus'],
  ['last_sync_start_time', 'lastSyncStart'],
  ['next_sync_start_time', 'nextSyncStart'],
  ['relink_needed_at', 'relinkNeededAt'],
  ['completed_at', 'completedAt'],
  ['created_at', 'createdAt'],
  ['is_test_connector', 'isTest'],
  ['sync_progress', 'syncProgress'],
  ['total_employees', 'totalEmployees'],
  ['active_employees', 'activeEmployees'],
  ['avg_sync_duration', 'avgSyncDuration']
])

/** Before a change of its record. */
export function readEarlier(now: Reading, { fields, absent }: Before): Reading {
  const read = readConnector({ ...fields, id: '' })
  const earlier: Reading & Record<string, unknown> = copyOf(now)
  const take = (field: string) => {
    const name = readAs.get(field)
    if (name) earlier[name as string] = read[name]
  }
  for (const field in fields) take(field)
  absent.forEach(take)
  if (now.odd.length + read.odd.length > 0) {
    const same = now.odd.filter((field) => !Object.hasOwn(fields, field) && !absent.includes(field))
    earlier.odd = [...same, ...read.odd]
  }
  return earlier
}

/** Also of a reading whose values are no fields of its own. */
function copyOf(of: Reading): Reading {
  return {
    isActive: of.isActive,
    status: of.status,
    integrationSlug: of.integrationSlug,
    endUser: of.endUser,
    originId: of.originId,
    syncStatus: of.syncStatus,
    lastSyncStart: of.lastSyncStart,
    nextSyncStart: of.nextSyncStart,
    relinkNeededAt: of.relinkNeededAt,
    completedAt: of.completedAt,
    createdAt: of.createdAt,
    isTest: of.isTest,
    syncProgress: of.syncProgress,
    totalEmployees: of.totalEmployees,
    activeEmployees: of.activeEmployees,
    avgSyncDuration: of.avgSyncDuration,
    odd: of.odd
  }
}

function readsDiffer({ connector: before }: Subject, { connector: after }: Subject): boolean {
  for (const name of readAs.values()) if (before[name] !== after[name]) return true
  return false
}

type List = 'new' | 'gone' | 'recovered' | 'broken' | 'changed'

/**
 * Recovered and newly broken compare the diagnoses at the end of each refresh. A connector is in one list only. Pure.
 * @param limit of each list; the counts are of all
 */
export function compareSnapshots(
  refreshes: { before: Snapshot; after: Snapshot },
  pairs: readonly SnapshotPair[],
  limit = Infinity
): Comparison {
  const goneKnown = refreshes.after.ended === 'complete'
  const result: Comparison = {
    ...refreshes,
    goneKnown,
    warnings: warningsOf(refreshes),
    counts: { new: 0, gone: 0, recovered: 0, broken: 0, changed: 0, same: 0 },
    new: [],
    gone: [],
    recovered: [],
    broken: [],
    changed: []
  }
  const add = (list: List, compared: () => Compared) => {
    result.counts[list]++
    if (result[list].length < limit) result[list].push(compared())
  }

  const kinds = {
    before: kindsOf(pairs, 'before', refreshes.before),
    after: kindsOf(pairs, 'after', refreshes.after)
  }
  for (const [at, { before, after, fields }] of pairs.entries()) {
    const was = kinds.before[at] ?? null
    const is = kinds.after[at] ?? null
    if (before && after) {
      const list = listOf(was, is, () => fields !== null && (readsDiffer(before, after) || fields().length > 0))
      if (list) add(list, () => compared(after, was, is, fields?.()))
      else result.counts.same++
    } else if (after) add('new', () => compared(after, was, is))
    else if (before && goneKnown) add('gone', () => compared(before, was, is))
  }
  return result
}

/** null for a missing connector. */
function kindsOf(
  pairs: readonly SnapshotPair[],
  when: 'before' | 'after',
  { startedAt, endedAt }: Snapshot
): (DiagnosisKind | null)[] {
  const subjects = pairs.flatMap((pair) => pair[when] ?? [])
  const around = lookAround(subjects, endedAt ?? startedAt)
  return pairs.map((pair) => pair[when] && judge(pair[when], around).kind)
}

function listOf(before: DiagnosisKind | null, after: DiagnosisKind | null, fieldsDiffer: () => boolean): List | null {
  const [was, is] = [before !== null && isIssue(before), after !== null && isIssue(after)]
  if (was && !is) return 'recovered'
  if (!was && is) return 'broken'
  return before !== after || fieldsDiffer() ? 'changed' : null
}

function compared(
  { key, category, connector: { integrationSlug, endUser, originId } }: Subject,
  before: DiagnosisKind | null,
  after: DiagnosisKind | null,
  fields: Compared['fields'] = []
): Compared {
  return { key, category, integrationSlug, endUser, originId, before, after, fields }
}

function warningsOf({ before, after }: { before: Snapshot; after: Snapshot }): string[] {
  const warnings: string[] = []
  if (after.ended !== 'complete') {
    warnings.push(`The later snapshot ${why(after)}: connectors missing from it do not count as gone.`)
  }
  if (before.ended !== 'complete') {
    warnings.push(`The earlier snapshot ${why(before)}: connectors that look new may have existed before.`)
  }
  for (const { category, state } of after.parts) {
    if (state === 'refused')
      warnings.push(`${category} was refused in the later snapshot: its connectors do not count as gone.`)
  }
  return warnings
}

function why({ ended }: Snapshot): string {
  return ended === 'inconsistent' ? 'has an ID twice, because data moved meanwhile' : 'is not complete'
}
