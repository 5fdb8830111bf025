/** Chromium lays out no box taller than some 33 million px: 50 MB of JSON can need twice that. */
const tallest = 15_000_000
/** Drawn beyond each edge, px, so that a fast wheel shows no blank. */
export const margin = 180

/** A list of many rows of one height; only visible rows are drawn. Lengths in px. */
export interface List {
  scrollTop: number
  viewport: number
  rows: number
  rowHeight: number
}

export interface ListWindow {
  height: number
  /** The first row drawn, and the one after the last. */
  from: number
  to: number
  /** Where the first drawn row begins in the box. */
  offset: number
  /** The first and last visible row; -1 for none. */
  first: number
  last: number
  /** Most rows drawn at once at this height: no two of them share `index % slots`. */
  slots: number
  /** Scroll distance of one row. */
  step: number
}

/**
 * Arithmetic, so that 100,000 rows cost as much as 40. Past the tallest box, a px scrolled moves more than a px of
 * rows.
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

/** The scroll position that shows the whole row; unchanged if it is visible. */
export function scrollToRow(row: number, list: List): number {
  const { scrollTop, viewport, rowHeight } = list
  const factor = stretch(list)
  const top = scrollTop * factor
  const [start, end] = [row * rowHeight, (row + 1) * rowHeight]
  if (start >= top && end <= top + viewport) return scrollTop
  return Math.max(0, (start < top ? start : end - viewport) / factor)
}

export function scrollToMiddle(row: number, list: List): number {
  return Math.max(0, (row * list.rowHeight - list.viewport / 2) / stretch(list))
}

/** px of rows per px scrolled. */
function stretch({ viewport, rows, rowHeight }: List): number {
  const whole = rows * rowHeight
  return whole <= tallest ? 1 : (whole - viewport) / Math.max(1, tallest - viewport)
}
