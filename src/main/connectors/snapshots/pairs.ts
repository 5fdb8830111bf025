import { noMemory } from '../../store/tables/connectors/memory'
import type { Since } from '../../store/tables/connectors/states'
import { subjectOf, type Subject } from '../../issues/triage/subject'
import type { Pair } from './compare'

/**
 * All connectors after each of two walks, in the order they were first seen. Those that did not change since the earlier
 * one are taken as they are now, and their records are not read.
 *
 * @param now the connectors that are present, by number and in its order
 * @param changed since the earlier walk
 */
export function pairsOf(now: ReadonlyMap<number, Subject>, changed: readonly Since[]): Pair[] {
  const moved = new Set(changed.map(({ id }) => id))
  const pairs: (Pair & { id: number })[] = []
  for (const [id, subject] of now) {
    if (moved.has(id)) continue
    const state = { ...subject, ...asSeen, record: null }
    pairs.push({ id, before: state, after: state })
  }
  for (const { id, key, category, before, after, isNow } of changed) {
    const known = isNow ? now.get(id) : undefined
    pairs.push({
      id,
      before: before && subjectOf({ key, category, record: before }),
      after: after && (known ? { ...known, ...asSeen, record: after } : subjectOf({ key, category, record: after }))
    })
  }
  return pairs.sort((a, b) => a.id - b.id)
}

/** Verdicts of a state go by that state alone. */
const asSeen = { memory: noMemory, seenAt: Infinity }
