import type { Compared, Comparison } from '../../../shared/connectors/comparison'
import type { ConnectorRecord } from '../../../shared/connectors/connector'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import { isIssue, type DiagnosisKind } from '../../../shared/issues/diagnosis'
import { changedFields, differ } from '../../store/tables/connectors/record-change'
import { lookAround } from '../../issues/triage/around'
import { judge } from '../../issues/triage/judge'
import type { Subject } from '../../issues/triage/subject'

export interface State extends Subject {
  /** null if it did not change */
  record: ConnectorRecord | null
}

/** null if it was missing, the same object if it did not change. */
export interface SnapshotPair {
  before: State | null
  after: State | null
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
  for (const [at, { before, after }] of pairs.entries()) {
    const was = kinds.before[at] ?? null
    const is = kinds.after[at] ?? null
    if (before && after) {
      const [earlier, later] = [before.record, after.record]
      const list = listOf(was, is, () => earlier !== null && later !== null && differ(earlier, later))
      if (list) add(list, () => compared(after, was, is, earlier && later ? changedFields(earlier, later) : []))
      else result.counts.same++
    } else if (after) add('new', () => compared(after, was, is))
    else if (before && goneKnown) add('gone', () => compared(before, was, is))
  }
  return result
}

/** null for a missing connector. */
function kindsOf(
  pairs: readonly SnapshotPair[],
  when: keyof SnapshotPair,
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
  { key, category, connector: { integrationSlug, endUser, originId } }: State,
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
