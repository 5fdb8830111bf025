/** How far beyond the edges columns are drawn, in px: a quick drag shows no gap. */
const ahead = 400

/**
 * The columns to draw of many: those near the part of the grid that is in view.
 *
 * @param before px of what is left of the first column
 * @param view where the grid is scrolled to and how wide it is, in px
 */
export function columnsInView(
  names: readonly string[],
  widthOf: (name: string) => number,
  before: number,
  view: { left: number; width: number }
): readonly { name: string; at: number }[] {
  let left = before
  return names
    .map((name, at) => {
      const begin = left
      left += widthOf(name)
      return { name, at, begin, end: left }
    })
    .filter(({ begin, end }) => end > view.left - ahead && begin < view.left + view.width + ahead)
    .map(({ name, at }) => ({ name, at }))
}
