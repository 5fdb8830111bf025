import { trimmed, trimmedEnd } from '../../shared/scan'

/** Windows device names. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** In characters. */
const longestName = 120

/** Makes a foreign file name safe: no folders, control or direction characters, or characters that Windows refuses. */
export function harmlessName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // eslint-disable-next-line no-control-regex -- those are what is taken out
  const plain = last.replace(/[\u0000-\u001f\u007f<>:"|?*\u202a-\u202e\u2066-\u2069]/g, '')
  // Keeps the end, which shows the kind of file.
  const clean = trimmedEnd(plain, (char) => char === '.' || char === ' ')
    .slice(-longestName)
    .replace(/^\.{1,120}/, '')
  return reserved.test(clean) ? `_${clean}` : clean
}

/** In characters. */
const longestPart = 60

/**
 * An export's file name, as `hris-employees-umber-textiles-2026-03-01.csv`.
 * @param about content and owner; skips empty parts
 * @param at ms since 1970; the day is UTC
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
