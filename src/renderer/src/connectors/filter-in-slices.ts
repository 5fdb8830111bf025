/** The longest block of the page, ms: see `ordered-rows.ts`. */
const slice = 10
const run = 1024

/**
 * Filters as `filter` does, but lets the page run in between.
 *
 * @param stop runs at every pause; true ends the work with null
 */
export async function filterInSlices<T>(
  items: readonly T[],
  wanted: (item: T) => boolean,
  stop: () => boolean = () => false
): Promise<T[] | null> {
  const found: T[] = []
  let since = performance.now()
  for (let at = 0; at < items.length; at += run) {
    for (const item of items.slice(at, at + run)) if (wanted(item)) found.push(item)
    if (performance.now() - since < slice) continue
    await new Promise<void>((resolve) => setTimeout(resolve))
    if (stop()) return null
    since = performance.now()
  }
  return found
}
