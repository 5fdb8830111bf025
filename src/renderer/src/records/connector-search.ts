import { searchable } from '../kit/safe-text'
import type { Entry } from './entry'
import { namesVersion } from './learned-names.svelte'

const most = 100

/** 0: requests get through; 1: the provider will refuse its credentials; 2: the API forwards nothing. */
function obstacle({ isActive, status }: Entry): number {
  if (isActive === false || status === 'INCOMPLETE') return 2
  return status === 'RELINK_NEEDED' ? 1 : 0
}

function inOrder(a: Entry, b: Entry): number {
  const by = obstacle(a) - obstacle(b)
  return by || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
}

/**
 * Connectors that hold all words: first exact names, then names that begin so, then the rest; usable connectors lead
 * each part.
 * @param by `whose`: by customer and integration: an ID counts whole, or by a part with a digit
 */
export function searchConnectors(
  rows: readonly Entry[],
  typed: string,
  by: 'any' | 'whose' = 'any'
): { found: readonly Entry[]; total: number } {
  const text = searchable(typed.trim())
  const words = text.split(/\s+/).filter(Boolean)
  const isId = (word: string) => by === 'any' || /\d/.test(word)
  const [exact, first, rest]: [Entry[], Entry[], Entry[]] = [[], [], []]
  namesVersion()
  for (const entry of rows) {
    const { id, name, originId } = entry
    const category = entry.category.toLowerCase()
    const holds = (word: string) => (isId(word) ? entry.holds(word) : entry.isNamed(word)) || category === word
    if (text !== '' && (id.toLowerCase() === text || originId?.toLowerCase() === text)) exact.push(entry)
    else if (!words.every(holds)) continue
    else if (name.startsWith(text)) first.push(entry)
    else rest.push(entry)
  }
  const total = exact.length + first.length + rest.length
  const found = [exact, first, rest].flatMap((some) => some.sort(inOrder)).slice(0, most)
  return { found, total }
}
