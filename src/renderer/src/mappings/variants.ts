import type { Integration } from '../../../shared/lookups/lookup'
import { trimmedEnd } from '../../../shared/scan'

/** How a connection is made, as slugs and names add it: it distinguishes the forms of a system. */
const forms = /\(?\b(s?ftp|api|csv|file(?: ?feed)?|soap|rest)\b\)?$/i
const stemOfSlug = (slug: string) => slug.replace(/[_-](s?ftp|api|csv|file|soap|rest)$/i, '').replaceAll(/[_-]/g, '')
const stemOfName = (name: string) =>
  trimmedEnd(name.replace(forms, ''), (char) => /[\s_-]/.test(char))
    .trim()
    .toLowerCase()

/**
 * Other forms of one system (API, SFTP, …), each with a slug of its own: a mapping of an integration does not reach
 * their connectors. Slugs mostly share a stem; where they do not, the names do. Only a guess from words.
 */
export function variantsOf(slug: string, integrations: readonly Integration[]): readonly Integration[] {
  const own = integrations.find((one) => one.slug === slug)
  const name = own ? stemOfName(own.name) : null
  return integrations.filter(
    (one) => one.slug !== slug && (stemOfSlug(one.slug) === stemOfSlug(slug) || stemOfName(one.name) === name)
  )
}
