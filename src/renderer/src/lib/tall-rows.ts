/** Chromium lays out no box taller than some 33 million px: 50 MB of JSON can be twice that. */
const tallest = 15_000_000
/** Rows drawn beyond the edge on either side, so that a fast wheel shows no blank. */
const margin = 10

export interface TallWindow {
  /** Height of the box that is scrolled, in px. */
  height: number
  /** The first row drawn, and the one after the last. */
  from: number
  to: number
  /** Where the first row drawn stands in the box, in px. */
  offset: number
  /** The first and last row that can be seen; -1 with none. */
  first: number
  last: number
}

/** Which of many rows of one height to draw. Past the tallest box, a px scrolled stands for more than a px of rows. */
export function tallWindow(scrollTop: number, viewport: number, rows: number, rowHeight: number): TallWindow {
  const whole = rows * rowHeight
  const height = Math.min(whole, tallest)
  if (rows === 0) return { height, from: 0, to: 0, offset: 0, first: -1, last: -1 }
  const top = scrollTop * stretch(whole, height, viewport)
  const first = Math.max(0, Math.min(rows - 1, Math.floor(top / rowHeight)))
  const last = Math.min(rows - 1, Math.max(first, Math.ceil((top + viewport) / rowHeight) - 1))
  const from = Math.max(0, first - margin)
  return {
    height,
    from,
    to: Math.min(rows, last + 1 + margin),
    offset: scrollTop - (top - from * rowHeight),
    first,
    last
  }
}

/** Where to scroll so that a row is seen whole, the same place if it is; `middle` puts it there if it has to move. */
export function scrollToTall(
  row: number,
  { scrollTop, viewport, rows, rowHeight }: { scrollTop: number; viewport: number; rows: number; rowHeight: number },
  middle = false
): number {
  const whole = rows * rowHeight
  const factor = stretch(whole, Math.min(whole, tallest), viewport)
  const top = scrollTop * factor
  const [start, end] = [row * rowHeight, (row + 1) * rowHeight]
  if (start >= top && end <= top + viewport) return scrollTop
  const target = middle ? start - viewport / 2 : start < top ? start : end - viewport
  return Math.max(0, target / factor)
}

function stretch(whole: number, height: number, viewport: number): number {
  return whole <= height ? 1 : (whole - viewport) / Math.max(1, height - viewport)
}
