import { trimmed, trimmedEnd } from '../../shared/scan'

/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Of a file that others named, in characters. */
const longestName = 120

/** A file's name that others gave, without folders, control and direction characters, and what Windows refuses. */
export function harmlessName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // eslint-disable-next-line no-control-regex -- those are what is taken out
  const plain = last.replace(/[\u0000-\u001f\u007f<>:"|?*\u202a-\u202e\u2066-\u2069]/g, '')
  // The end tells what kind of file it is.
  const clean = trimmedEnd(plain, (char) => char === '.' || char === ' ')
    .slice(-longestName)
    .replace(/^\.{1,120}/, '')
  return reserved.test(clean) ? `_${clean}` : clean
}

/** The longest part of an export's name, in characters. */
const longestPart = 60

/**
 * The name an export is offered under, as `hris-employees-umber-textiles-2026-03-01.csv`.
 *
 * @param about what is in it and whose it is; empty ones are left out
 * @param at ms since 1970; the day is that of UTC
 */
export function exportName(about: readonly string[], at: number, ending: string): string {
  const parts = about.map((part) =>
    part
      .toLowerCase()
      .slice(0, longestName)
      .replaceAll(/[^\p{L}\p{M}\p{N}_]{1,120}/gu, '-')
  )
  const short = parts.map((part) => trimmed(part.slice(0, longestPart).replaceAll(/\p{Cs}/gu, ''), '-'))
  return `${[...short.filter(Boolean), new Date(at).toISOString().slice(0, 10)].join('-')}.${ending}`
}
