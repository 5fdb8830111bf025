/** Starts of formulas in spreadsheets, with the full-width forms that some accept. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/
/** Cell separators of other programs, and characters they skip before a cell. */
const separators = /[;\t\r\n|]/
const beforeCell = /["'\s]/
const formulaSigns = new Set('=+-@＝＋－＠')

/** Without this mark Excel reads UTF-8 as the local code page and breaks names. */
export const byteOrderMark = '\ufeff'

/**
 * CSV lines (RFC 4180, CRLF), each ended, without byte order mark. A text that a spreadsheet would run as a formula
 * gets a leading apostrophe; numbers stay numbers.
 */
export function csvLines(lines: readonly (readonly unknown[])[]): string {
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

/** Empty for null and undefined. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // Spreadsheets run a formula after spaces too.
  const plain = withoutFormulasWithin(text)
  const safe = formula.test(plain) || formula.test(plain.trimStart()) ? `'${plain}` : plain
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Puts an apostrophe before a formula wherever another program may begin a cell. */
function withoutFormulasWithin(text: string): string {
  if (!separators.test(text)) return text
  let safe = ''
  let done = 0
  let begins = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (separators.test(char)) begins = true
    else if (begins && formulaSigns.has(char)) {
      safe += `${text.slice(done, at)}'`
      done = at
      begins = false
    } else if (begins && !beforeCell.test(char)) begins = false
  }
  return safe + text.slice(done)
}
