import { namesVersion, nameOf } from './learned-names.svelte'

/**
 * The API's display name if it was looked up, else a readable name made from the slug ("adp-workforce-now" → "ADP
 * Workforce Now"). The drawer always shows the slug too.
 */
export function integrationName(slug: string): string {
  namesVersion()
  return nameOf(slug)
}

/** Two letters for the neutral tile: no vendor logos. */
export function initials(name: string): string {
  const seen = name.replaceAll(/[^\p{Letter}\p{Number}\p{Punctuation}\p{Symbol}\s]/gu, '')
  const [first = [], second] = seen.split(/\s+/).map((part) => [...part])
  const letters = second ? [first[0], second[0]?.toUpperCase()] : first.slice(0, 2)
  return letters.join('')
}
