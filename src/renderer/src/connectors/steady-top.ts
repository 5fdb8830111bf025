import { type List, listWindow } from '../kit/list-window'
import type { Entry } from '../records/entry'

/** Height of a data row in px, its line included (tokens: Rows). */
export const rowHeight = 30

/** What is known of the rows after a change; a grid view is one. */
interface Now {
  /** Key of the current row, null while none was chosen. */
  chosen: string | null
  /** Where a row that was shown before is now; -1 where it is gone or has another rank. */
  placeOf: (before: Entry) => number
}

/**
 * Where to scroll so that what is read stays in place: the current row if it is in sight, else the first row seen. One
 * that changed its rank leaves this to its neighbour, or the view would follow it; with no row left nothing scrolls.
 *
 * @param before the rows as they were shown in this list
 */
export function steadyTop(before: readonly Entry[], list: List, now: Now): number {
  const { scrollTop } = list
  const { first, last, step } = listWindow({ ...list, rows: before.length })
  const seen = before.slice(Math.max(0, first), last + 1).map((entry, at) => ({ entry, index: first + at }))
  const from = seen.find(({ entry }) => entry.key === now.chosen)?.index ?? first
  for (const { entry, index } of seen.sort((a, b) => Math.abs(a.index - from) - Math.abs(b.index - from))) {
    const at = now.placeOf(entry)
    if (at !== -1) return scrollTop + (at - index) * step
  }
  return scrollTop
}
