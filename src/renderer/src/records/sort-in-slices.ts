/** The longest the page is blocked at once, in ms: well below what a person notices while typing. */
const slice = 10
const run = 512

const breath = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Sorts as `toSorted` does, but in slices: 100,000 rows take a quarter of a second to compare, and no one
 * should wait for that with a key pressed. Short runs are sorted, then merged two by two.
 */
export async function sortInSlices<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let since = performance.now()
  const pause = async () => {
    if (performance.now() - since < slice) return
    await breath()
    since = performance.now()
  }
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += run) {
    runs.push(items.slice(at, at + run).sort(compare))
    await pause()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, pause))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(
  left: T[],
  right: T[],
  compare: (a: T, b: T) => number,
  pause: () => Promise<void>
): Promise<T[]> {
  const merged: T[] = []
  let [l, r] = [0, 0]
  while (l < left.length && r < right.length) {
    if (merged.length % 2048 === 2047) await pause()
    const [a, b] = [left[l] as T, right[r] as T]
    if (compare(b, a) < 0) {
      merged.push(b)
      r++
    } else {
      merged.push(a)
      l++
    }
  }
  for (; l < left.length; l++) merged.push(left[l] as T)
  for (; r < right.length; r++) merged.push(right[r] as T)
  return merged
}
