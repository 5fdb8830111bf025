/**
 * Regular expressions fail on foreign texts: `/x+$/` takes quadratic time; a repeated group such as `(?:[^"\\]|\\.)*`
 * overflows V8's stack; so do 16.7 million rounds of `\s+` once V8 stops optimizing.
 */

/** @returns the end of the run from `at` */
export function runEnd(text: string, at: number, isTaken: (code: number) => boolean): number {
  let end = at
  while (end < text.length && isTaken(text.charCodeAt(end))) end++
  return end
}

/** Blanks of JSON and JMESPath. */
export const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

export function trimmedEnd(text: string, isLeftOut: (char: string) => boolean): string {
  let end = text.length
  while (end > 0 && isLeftOut(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

export function trimmed(text: string, char: string): string {
  let start = 0
  while (text[start] === char) start++
  return trimmedEnd(text.slice(start), (one) => one === char)
}

/**
 * A backslash hides the next character.
 * @returns the offset after the closing quote, or -1
 */
export function quotedEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at)
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) return i + 1
    if (code === 0x5c) i++
  }
  return -1
}
