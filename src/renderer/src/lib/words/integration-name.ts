import { learnedNames } from './learned-names.svelte'

/** Words that are not written with one capital. Short words without a vowel are treated as initials. */
const written: Record<string, string> = {
  adp: 'ADP',
  ukg: 'UKG',
  sap: 'SAP',
  hr: 'HR',
  hris: 'HRIS',
  api: 'API',
  lms: 'LMS',
  ats: 'ATS'
}

function word(part: string): string {
  const known = written[part.toLowerCase()]
  if (known) return known
  if (part.length <= 3 && !/[aeiouy]/i.test(part)) return part.toUpperCase()
  return part.charAt(0).toUpperCase() + part.slice(1)
}

/**
 * The service's own display name of an integration where it was looked up, else a readable one made from the slug
 * ("adp-workforce-now" → "ADP Workforce Now"). The slug itself is always shown beside it in the drawer.
 */
export function integrationName(slug: string): string {
  const learned = learnedNames.get(slug)
  if (learned !== undefined) return learned
  return slug
    .split(/[-_\s]+/)
    .filter((part) => part !== '')
    .map(word)
    .join(' ')
}

/** Two letters for the neutral tile: no vendor logos. */
export function initials(name: string): string {
  const seen = name.replaceAll(/[^\p{Letter}\p{Number}\p{Punctuation}\p{Symbol}\s]/gu, '')
  const [first = [], second] = seen.split(/\s+/).map((part) => [...part])
  const letters = second ? [first[0], second[0]?.toUpperCase()] : first.slice(0, 2)
  return letters.join('')
}
