import { numbers } from './locale'

/*
 * Text from others may hold characters that reorder, hide or break their line: bidi controls, zero-width and control
 * characters. The app names them; it never applies or drops them.
 */
const hidden = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/gu
/** Variation selectors choose the shape of a visible character, as in emoji and Japanese names. */
const unsafe = new RegExp(`(?!\\p{Variation_Selector})${hidden.source}`, 'gu')

/** Whether every character is visible: nearly always true, and quicker to test. */
export function isPlain(text: string): boolean {
  return text.search(unsafe) === -1
}

export type Piece = { text: string } | { mark: string }

/** Scripts and emoji that need joiners for correct spelling; elsewhere a joiner only hides. */
const joined =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Extended_Pictographic}\ufe0f]/u

function isNeededJoiner(text: string, at: number): boolean {
  if (text[at] !== '\u200c' && text[at] !== '\u200d') return false
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''
  const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0)
  return joined.test(before) && joined.test(after)
}

export function safePieces(text: string): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const match of text.matchAll(unsafe)) {
    if (isNeededJoiner(text, match.index)) continue
    if (match.index > from) found.push({ text: text.slice(from, match.index) })
    const code = match[0].codePointAt(0) ?? 0
    found.push({ mark: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ text: text.slice(from) })
  return found
}

/** As one string, for tooltips and accessible names: hidden characters by name in brackets. */
export function safeString(text: string, longest = 400): string {
  const whole = safePieces(text)
    .map((piece) => ('text' in piece ? piece.text : `[${piece.mark}]`))
    .join('')
  return whole.length > longest ? `${whole.slice(0, longest)}… (${numbers.format(text.length)} characters)` : whole
}

const ascii = /^[\x20-\x7e]*$/
/** Accents of Latin, Greek and Cyrillic letters, as separate characters. */
const accents = /[\u0300-\u036f]/g

/**
 * Without hidden characters, case and accents, and with full-width letters, ligatures and odd spaces as plain ones
 * (Unicode's NFKD). Nearly all texts are ASCII, and testing for that is quicker.
 */
export function searchable(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text.replace(hidden, '').normalize('NFKD').replace(accents, '').toLowerCase()
}

export const safeLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => safeString(line, Infinity))
    .join('\n')
