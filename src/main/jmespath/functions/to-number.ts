/** Python reads no longer integers from a text. */
const mostDigits = 4_300
// eslint-disable-next-line no-control-regex
const blank = /[\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/
const integer = /^[+-]?\d{1,4300}$/
/** Without these characters, JavaScript and Python read the same floats. */
const notOfFloat = /[^\d.e+-]/i
/** An underscore that does not stand between two digits. */
const strayUnderscore = /(?<!\d)_|_(?!\d)/
const word = /^([+-]?)(inf|infinity|nan)$/i

/** Reads a number as Python's `int`, else `float`: '+5', ' 1_000 ', '٣', '.5', 'inf'. Null for others. */
export function numberFrom(text: string): bigint | number | null {
  const written = withoutBlanks(text).replace(/[^\P{Nd}0-9]/gu, digitOf)
  if (strayUnderscore.test(written)) return null
  const plain = written.replaceAll('_', '')
  if (written.length <= mostDigits && integer.test(plain)) {
    const digits = plain.replace(/[+-]/g, '')
    return plain.startsWith('-') ? -BigInt(digits) : BigInt(digits)
  }
  const float = plain === '' || notOfFloat.test(plain) ? NaN : Number(plain)
  if (!Number.isNaN(float)) return float
  const [, sign, said] = word.exec(plain) ?? []
  if (said === undefined) return null
  return said.toLowerCase() === 'nan' ? NaN : sign === '-' ? -Infinity : Infinity
}

function withoutBlanks(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && blank.test(text[from] ?? '')) from++
  while (from < to && blank.test(text[to - 1] ?? '')) to--
  return text.slice(from, to)
}

/** Each script's digits come in runs of ten. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}
