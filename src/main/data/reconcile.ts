import type { Reconciliation } from '../../shared/model/collection'
import { DigestSet } from '../http/digest-set'
import { parseExact } from '../../shared/exact-json'
import { cellOf, pickerOf } from './flatten'
import { keptRows } from './rows'
import type { DataFetch } from './fetch'

/** Different values that are counted one by one; those beyond are only known to be different. */
const mostCounted = 10_000
const mostListed = 200

/** Counts what came: of a walk that goes on, what came so far. @param by a column whose values are counted */
export async function reconcile(fetch: DataFetch, by: string | null): Promise<Reconciliation> {
  const { items, repeated, withoutId, state } = fetch.progress
  const counted = by === null ? { byValue: [], moreValues: 0 } : await countBy(fetch, by)
  return { items, distinctIds: fetch.ids.size, repeated, withoutId, whole: state === 'done', ...counted }
}

async function countBy(fetch: DataFetch, by: string): Promise<Pick<Reconciliation, 'byValue' | 'moreValues'>> {
  const counts = new Map<string | null, number>()
  const beyond = new DigestSet()
  const valuesOf = pickerOf([by])
  for await (const { line } of keptRows(fetch)) {
    const [found] = valuesOf(parseExact(line))
    const value = found === null ? null : cellOf(found)
    const count = counts.get(value)
    if (count !== undefined || counts.size < mostCounted) counts.set(value, (count ?? 0) + 1)
    else beyond.add(value ?? '')
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return {
    byValue: sorted.slice(0, mostListed).map(([value, count]) => ({ value, count })),
    moreValues: Math.max(0, sorted.length - mostListed) + beyond.size
  }
}
