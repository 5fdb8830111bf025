import { searchable } from '../../lib/safe-text'
import type { Entry } from '../entry'

/** Options drawn at most: who needs more types another letter. */
const most = 100

/** The connectors that hold all words; those named exactly so, or beginning so, come first. */
export function searchConnectors(rows: readonly Entry[], typed: string): { found: readonly Entry[]; total: number } {
  const text = searchable(typed.trim())
  const words = text.split(/\s+/).filter(Boolean)
  const [exact, first, rest]: [Entry[], Entry[], Entry[]] = [[], [], []]
  for (const entry of rows) {
    const { haystack, name, connector, row } = entry
    const category = row.category.toLowerCase()
    if (!words.every((word) => haystack.includes(word) || category === word)) continue
    if (text !== '' && (connector.id.toLowerCase() === text || connector.originId?.toLowerCase() === text)) {
      exact.push(entry)
    } else if (name.startsWith(text)) first.push(entry)
    else rest.push(entry)
  }
  const byName = (a: Entry, b: Entry) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  const total = exact.length + first.length + rest.length
  const found = [...exact, ...first.sort(byName), ...rest.sort(byName)].slice(0, most)
  return { found, total }
}
