/**
 * So much of a text that a service sends is read where it is a name, an address or a sentence, in bytes or characters:
 * megabytes would block main, and no person reads them.
 */
export const longestText = 65_536

/** A JSON value whose texts have an end; the same one where they have. */
export function withoutLongTexts<T>(value: T): T {
  return hasLongText(value) ? (changedTexts(value, (text) => text.slice(0, longestText)) as T) : value
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longestText
  if (typeof value !== 'object' || value === null) return false
  // No array of entries for each of 100,000 records, as it costs more than the look at them.
  for (const name in value) {
    if (name.length > longestText || hasLongText((value as Record<string, unknown>)[name])) return true
  }
  return false
}

/**
 * A JSON value with every text in it changed, the names of its keys too: a secret may be in either.
 * @param change `at`: the key of a text; undefined for names of keys, and for items of lists
 * @param changeName of names, where they are not changed like texts
 */
export function changedTexts(
  value: unknown,
  change: (text: string, at?: string) => string,
  changeName: (name: string) => string = change,
  at?: string
): unknown {
  if (typeof value === 'string') return change(value, at)
  if (Array.isArray(value)) return value.map((item) => changedTexts(item, change, changeName))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [changeName(key), changedTexts(item, change, changeName, key)])
  )
}
