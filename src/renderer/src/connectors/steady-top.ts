import { type List, listWindow } from '../kit/list-window'
import type { Entry } from '../records/entry'

/** Height of a data row with its line, px (tokens: Rows). */
export const rowHeight = 30

interface Now {
  chosen: string | null
  /** The present place of an earlier row; -1 if it is gone or has another rank. */
  placeOf: (before: Entry) => number
}

/**
 * The scroll position that keeps rows in place: the current row if visible, else the first visible row. A row of
 * another rank leaves this to its neighbour, or the view would follow it; without rows nothing scrolls.
 *
 * @param before the rows as this list showed them
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
