/** Python's `list[start:stop:step]`: bounds beyond the list end at it, negative ones count from its end. */
export function sliced<T>(list: readonly T[], bounds: readonly (number | null)[]): T[] {
  const [start = null, stop = null, written = null] = bounds
  const step = written ?? 1
  const least = step > 0 ? 0 : -1
  const most = step > 0 ? list.length : list.length - 1
  const within = (bound: number) => Math.min(most, Math.max(least, bound < 0 ? bound + list.length : bound))
  const from = start === null ? (step > 0 ? least : most) : within(start)
  const to = stop === null ? (step > 0 ? most : least) : within(stop)
  if (step === 1) return list.slice(from, to)
  const taken: T[] = []
  for (let at = from; step > 0 ? at < to : at > to; at += step) taken.push(list[at] as T)
  return taken
}
