import type { Compared, Comparison } from '../../../shared/model/comparison'
import type { Category } from '../../../shared/model/category'
import { readConnector, type ConnectorRecord } from '../../../shared/model/connector'
import type { Snapshot } from '../../../shared/model/snapshot'
import { isCase, type VerdictKind } from '../../../shared/model/verdict'
import { changedFields } from '../../store/tables/connectors/record-change'
import { subjectOf, type Subject } from '../triage/subject'
import { triage, type Triage } from '../triage/triage'

/** A connector as it was known when a walk had ended. */
export interface State {
  key: string
  category: Category
  record: ConnectorRecord
}

type List = 'new' | 'gone' | 'recovered' | 'broken' | 'changed'

/**
 * What differs between two walks (issue 2, section 5). Recovered and newly broken go by the verdicts of the two
 * states alone, each at the time its walk ended. A connector is in one list only. Pure.
 *
 * @param limit how many each list holds at most; the counts are of all
 */
export function compareWalks(
  walks: { before: Snapshot; after: Snapshot },
  states: { before: readonly State[]; after: readonly State[] },
  limit = Infinity
): Comparison {
  const goneKnown = walks.after.verdict === 'complete'
  const result: Comparison = {
    ...walks,
    goneKnown,
    warnings: warningsOf(walks),
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

  const before = new Map(states.before.map((state) => [state.key, subjectOf(state)]))
  const subjectsAfter = states.after.map((state) => {
    const earlier = before.get(state.key)
    // Most records are the same in both walks, and are read once.
    return earlier?.record === state.record ? earlier : subjectOf(state)
  })
  const judgedBefore = judgments([...before.values()], walks.before)
  const judgedAfter = judgments(subjectsAfter, walks.after)
  for (const state of states.after) {
    const { key } = state
    const earlier = before.get(key)
    const kinds = { before: judgedBefore.get(key)?.kind ?? null, after: judgedAfter.get(key)?.kind ?? null }
    if (!earlier) {
      add('new', () => compared(state, { before: null, after: kinds.after }))
      continue
    }
    const fields = changedFields(earlier.record, state.record)
    const list = listOf(kinds, fields.length > 0)
    if (list) add(list, () => compared(state, kinds, fields))
    else result.counts.same++
  }
  if (goneKnown) {
    for (const state of states.before) {
      if (judgedAfter.has(state.key)) continue
      add('gone', () => compared(state, { before: judgedBefore.get(state.key)?.kind ?? null, after: null }))
    }
  }
  return result
}

function judgments(subjects: readonly Subject[], { startedAt, endedAt }: Snapshot): Triage['judgments'] {
  return triage(subjects, endedAt ?? startedAt).judgments
}

function listOf(
  { before, after }: { before: VerdictKind | null; after: VerdictKind | null },
  fieldsDiffer: boolean
): List | null {
  const [was, is] = [before !== null && isCase(before), after !== null && isCase(after)]
  if (was && !is) return 'recovered'
  if (!was && is) return 'broken'
  return fieldsDiffer || before !== after ? 'changed' : null
}

function compared(
  { key, category, record }: State,
  kinds: { before: VerdictKind | null; after: VerdictKind | null },
  fields: Compared['fields'] = []
): Compared {
  const { integrationSlug, endUser, originId } = readConnector(record)
  return { key, category, integrationSlug, endUser, originId, ...kinds, fields }
}

function warningsOf({ before, after }: { before: Snapshot; after: Snapshot }): string[] {
  const warnings: string[] = []
  if (after.verdict !== 'complete') {
    warnings.push(`The later snapshot ${why(after)}: connectors missing from it do not count as gone.`)
  }
  if (before.verdict !== 'complete') {
    warnings.push(`The earlier snapshot ${why(before)}: connectors that look new may have existed before.`)
  }
  for (const { category, state } of after.parts) {
    if (state === 'refused')
      warnings.push(`${category} was refused in the later snapshot: its connectors do not count as gone.`)
  }
  return warnings
}

function why({ verdict }: Snapshot): string {
  return verdict === 'inconsistent' ? 'has an ID twice, because data moved meanwhile' : 'is not complete'
}
