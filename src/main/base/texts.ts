/** Limit for a service's names, addresses or sentences, bytes or characters: megabytes would block main. */
export const longestText = 65_536

/** Cuts long texts in a JSON value; returns the same value if none is long. */
export function withoutLongTexts<T>(value: T): T {
  return hasLongText(value) ? (changedTexts(value, (text) => text.slice(0, longestText)) as T) : value
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longestText
  if (typeof value !== 'object' || value === null) return false
  // An array of entries per record would cost more than the check, for 100,000 records.
  for (const name in value) {
    if (name.length > longestText || hasLongText((value as Record<string, unknown>)[name])) return true
  }
  return false
}

/**
 * Changes every text and key name of a JSON value: a secret may be in either.
 * @param change `at`: the key of a text; undefined for key names and list items
 * @param changeName for names; by default `change`
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
