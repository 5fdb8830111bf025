/** Chromium lays out no box taller than some 33 million px: 50 MB of JSON can be twice that. */
const tallest = 15_000_000
/** The height drawn beyond the edge on either side, so that a fast wheel shows no blank, in px. */
export const margin = 180

/** A list of many rows of one height, of which those that can be seen are drawn. Lengths in px. */
export interface List {
  scrollTop: number
  /** Height of what can be seen of the rows. */
  viewport: number
  rows: number
  rowHeight: number
}

export interface ListWindow {
  /** Height of the box that is scrolled. */
  height: number
  /** The first row drawn, and the one after the last. */
  from: number
  to: number
  /** Where the first row drawn begins in the box. */
  offset: number
  /** The first and last row that can be seen; -1 with none. */
  first: number
  last: number
  /** How many rows can be drawn at once at this height: no two of them share `index % slots`. */
  slots: number
  /** How far is scrolled for one row. */
  step: number
}

/**
 * Which rows to draw: arithmetic, so that 100,000 rows cost what 40 do. Past the tallest box, a px scrolled moves
 * more than a px of rows.
 */
export function listWindow(list: List): ListWindow {
  const { scrollTop, viewport, rows, rowHeight } = list
  const beyond = Math.ceil(margin / rowHeight)
  const factor = stretch(list)
  const fixed = {
    height: Math.min(rows * rowHeight, tallest),
    slots: Math.ceil(viewport / rowHeight) + 1 + 2 * beyond,
    step: rowHeight / factor
  }
  if (rows === 0) return { ...fixed, from: 0, to: 0, offset: 0, first: -1, last: -1 }
  const top = scrollTop * factor
  const first = Math.max(0, Math.min(rows - 1, Math.floor(top / rowHeight)))
  const last = Math.min(rows - 1, Math.max(first, Math.ceil((top + viewport) / rowHeight) - 1))
  const from = Math.max(0, first - beyond)
  const to = Math.min(rows, last + 1 + beyond)
  return { ...fixed, from, to, offset: scrollTop - (top - from * rowHeight), first, last }
}

/** Where to scroll so that a row is seen whole; the same place if it is. */
export function scrollToRow(row: number, list: List): number {
  const { scrollTop, viewport, rowHeight } = list
  const factor = stretch(list)
  const top = scrollTop * factor
  const [start, end] = [row * rowHeight, (row + 1) * rowHeight]
  if (start >= top && end <= top + viewport) return scrollTop
  return Math.max(0, (start < top ? start : end - viewport) / factor)
}

/** Where to scroll so that a row is half way down. */
export function scrollToMiddle(row: number, list: List): number {
  return Math.max(0, (row * list.rowHeight - list.viewport / 2) / stretch(list))
}

/** px of rows for a px that is scrolled. */
function stretch({ viewport, rows, rowHeight }: List): number {
  const whole = rows * rowHeight
  return whole <= tallest ? 1 : (whole - viewport) / Math.max(1, tallest - viewport)
}
