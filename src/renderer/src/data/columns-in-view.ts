/** px; a quick drag shows no gap */
const ahead = 400

/**
 * @param before px to the left of the first column
 * @param view scroll position and width, px
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
