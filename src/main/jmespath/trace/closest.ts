/** The key that was most likely meant; null where no key is close. */
export function closest(name: string, keys: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const same = keys.find((key) => plain(key) === plain(name))
  if (same !== undefined) return same
  let best: { key: string; far: number } | null = null
  for (const key of keys.slice(0, 500)) {
    const far = distance(name, key)
    if (far <= Math.min(3, Math.floor(name.length / 2)) && (best === null || far < best.far)) best = { key, far }
  }
  return best?.key ?? null
}

/** Letters to change, add or leave out to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const kept = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(kept, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
