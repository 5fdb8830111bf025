import type { Entry } from '../../state/entry'

/** Height of a data row in px, its line included (tokens: Rows). */
export const rowHeight = 30
/** Rows drawn beyond the edge on either side, so that a fast wheel shows no blank. */
const margin = 6

export interface RowWindow {
  /** Index of the first row drawn, and of the one after the last. */
  from: number
  to: number
  /** Indexes of the first and last row that can be seen; -1 with none. */
  first: number
  last: number
  /** How many rows can be drawn at once at this height: no two of them share `index % slots`. */
  slots: number
}

/** Which rows to draw. All rows are of one height, so this is arithmetic: 100,000 rows cost what 40 do. */
export function rowWindow(scrollTop: number, height: number, rows: number): RowWindow {
  const slots = Math.ceil(height / rowHeight) + 1 + 2 * margin
  if (rows === 0) return { from: 0, to: 0, first: -1, last: -1, slots }
  const first = Math.max(0, Math.min(Math.floor(scrollTop / rowHeight), rows - 1))
  const last = Math.min(rows - 1, Math.max(first, Math.ceil((scrollTop + height) / rowHeight) - 1))
  return { from: Math.max(0, first - margin), to: Math.min(rows, last + 1 + margin), first, last, slots }
}

/** Where to scroll so that a row is seen whole; the same place if it is. */
export function scrollToRow(index: number, scrollTop: number, height: number): number {
  const top = index * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop
}

/** What is known of the rows after a change; a grid view is one. */
interface Now {
  /** Key of the row in hand, null while none was chosen. */
  chosen: string | null
  /** Where a row that was shown before stands now; -1 where it is gone or has another rank. */
  placeOf: (before: Entry) => number
}

/**
 * Where to scroll so that what is read stays in place: the row in hand if it is in sight, else the first row seen. One
 * that changed its rank leaves this to its neighbour, or the view would run after it; with none left nothing scrolls.
 *
 * @param before the rows as they were shown, at `scrollTop`
 */
export function steadyTop(before: readonly Entry[], scrollTop: number, height: number, now: Now): number {
  const { first, last } = rowWindow(scrollTop, height, before.length)
  const seen = before.slice(Math.max(0, first), last + 1).map((entry, at) => ({ entry, index: first + at }))
  const from = seen.find(({ entry }) => entry.key === now.chosen)?.index ?? first
  for (const { entry, index } of seen.sort((a, b) => Math.abs(a.index - from) - Math.abs(b.index - from))) {
    const at = now.placeOf(entry)
    if (at !== -1) return scrollTop + (at - index) * rowHeight
  }
  return scrollTop
}
