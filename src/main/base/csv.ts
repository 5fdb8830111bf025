/** What a spreadsheet takes for the beginning of a formula, with the full-width forms some of them fold. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/
/** What separates cells in another program, and what may stand between that and the beginning of a cell. */
const separators = new Set(';\t\r\n|')
const beforeCell = /["'\s]/
const formulaSigns = new Set('=+-@＝＋－＠')

/** A CSV file begins with it: without it Excel reads UTF-8 as the local code page and breaks names. */
export const byteOrderMark = '\ufeff'

/**
 * Lines of CSV (RFC 4180: CRLF, cells with quotes, commas or line breaks quoted), each ended, without the byte order
 * mark. Texts that a spreadsheet would run as a formula get a leading apostrophe, which it shows as text; numbers stay
 * numbers. JSON is the export for programs.
 */
export function csvLines(lines: readonly (readonly unknown[])[]): string {
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

/** One value as a CSV cell. Empty for null and what is absent. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // Spaces before it do not keep a spreadsheet from running a formula.
  const plain = withoutFormulasWithin(text)
  const safe = formula.test(plain) || formula.test(plain.trimStart()) ? `'${plain}` : plain
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** An apostrophe before each formula that would begin where another program may begin a cell. */
function withoutFormulasWithin(text: string): string {
  let safe = ''
  let done = 0
  let begins = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (separators.has(char)) begins = true
    else if (begins && formulaSigns.has(char)) {
      safe += `${text.slice(done, at)}'`
      done = at
      begins = false
    } else if (begins && !beforeCell.test(char)) begins = false
  }
  return safe + text.slice(done)
}
