import { AppError } from './errors'
import { isDigit } from './scan'

/** Digits of 2^53: no shorter integer is rounded. */
const fewestDigits = 16
/** Longer numbers take seconds to read. */
const mostDigits = 10_000
/** New in each run, so that no text of an answer begins with it. */
const mark = `${crypto.randomUUID()}:`
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

/**
 * As JSON.parse, but integers beyond 2^53 become bigints: rounding would change an id. In Node 20 a reviver does not
 * see how a number was written, so long ones become texts first. Answers without them, nearly all, are parsed once.
 *
 * @throws SyntaxError; AppError bad-response for a number of more than 10,000 digits
 */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!hasLongNumber(text)) return value
  const pieces: string[] = []
  let done = 0
  for (const { start, end } of largeIntegers(text)) {
    pieces.push(text.slice(done, start), `"${mark}${text.slice(start, end)}"`)
    done = end
  }
  if (done === 0) return value
  return JSON.parse(pieces.join('') + text.slice(done), (_, one: unknown) =>
    typeof one === 'string' && one.startsWith(mark) ? BigInt(one.slice(mark.length)) : one
  )
}

export function writeExact(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    // JSON.stringify refuses a bigint.
    const text = JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${mark}${one}` : one))
    return text.replaceAll(marked, '$1')
  }
}

/** May report digits in a text too. Every sixteenth character is enough, because a long number covers one. */
function hasLongNumber(text: string): boolean {
  for (let at = fewestDigits - 1; at < text.length; at += fewestDigits) {
    if (!isDigit(text.charCodeAt(at))) continue
    let [start, end] = [at, at + 1]
    while (isDigit(text.charCodeAt(start - 1))) start--
    while (isDigit(text.charCodeAt(end))) end++
    if (end - start >= fewestDigits && text.charCodeAt(start - 1) !== 0x22) return true
    at = end
  }
  return false
}

/** Places of integers beyond 2^53 in a JSON text. */
function* largeIntegers(text: string): Generator<{ start: number; end: number }, void, void> {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      for (at++; text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++
    } else if (isOfNumber(code)) {
      const start = at
      while (isOfNumber(text.charCodeAt(at + 1))) at++
      const [end, length] = [at + 1, at + 1 - start]
      if (length < fewestDigits) continue
      if (length > mostDigits) throw new AppError('bad-response', `The answer holds a number of ${length} digits.`)
      const number = text.slice(start, end)
      if (/^-?\d{1,9999}$/.test(number) && !Number.isSafeInteger(Number(number))) yield { start, end }
    }
  }
}

/** The e of true and false stands alone. */
function isOfNumber(code: number): boolean {
  return isDigit(code) || code === 0x2d || code === 0x2b || code === 0x2e || (code | 0x20) === 0x65
}
