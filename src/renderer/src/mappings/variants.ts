import type { Integration } from '../../../shared/lookups/lookup'
import { trimmedEnd } from '../../../shared/scan'

/** Connection types, which distinguish forms of a system. */
const forms = /\(?\b(s?ftp|api|csv|file(?: ?feed)?|soap|rest)\b\)?$/i
const stemOfSlug = (slug: string) => slug.replace(/[_-](s?ftp|api|csv|file|soap|rest)$/i, '').replaceAll(/[_-]/g, '')
const stemOfName = (name: string) =>
  trimmedEnd(name.replace(forms, ''), (char) => /[\s_-]/.test(char))
    .trim()
    .toLowerCase()

/**
 * Forms of a system (API, SFTP, …) with their own slugs: an integration's mapping does not reach them. A guess from
 * slugs, or else names.
 */
export function variantsOf(slug: string, integrations: readonly Integration[]): readonly Integration[] {
  const own = integrations.find((one) => one.slug === slug)
  const name = own ? stemOfName(own.name) : null
  return integrations.filter(
    (one) => one.slug !== slug && (stemOfSlug(one.slug) === stemOfSlug(slug) || stemOfName(one.name) === name)
  )
}
