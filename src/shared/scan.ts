/**
 * Reads texts of others step by step, where a regular expression would not: `/x+$/` begins anew at each x, which takes a
 * time that grows with the square; a repeated group such as `(?:[^"\\]|\\.)*` overflows the stack of V8; and so do
 * 16.7 million rounds of `\s+`, in a process that has compiled so many expressions that V8 no longer optimizes them.
 */

/** @returns where the run of characters that `isTaken` takes ends, which begins at `at` */
export function runEnd(text: string, at: number, isTaken: (code: number) => boolean): number {
  let end = at
  while (end < text.length && isTaken(text.charCodeAt(end))) end++
  return end
}

/** The blanks of JSON, and of JMESPath. */
export const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** `text` without what `isLeftOut` names at its end. */
export function trimmedEnd(text: string, isLeftOut: (char: string) => boolean): string {
  let end = text.length
  while (end > 0 && isLeftOut(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** `text` without `char` at either end. */
export function trimmed(text: string, char: string): string {
  let start = 0
  while (text[start] === char) start++
  return trimmedEnd(text.slice(start), (one) => one === char)
}

/**
 * Where the text that the quote at `at` begins has ended; a backslash hides what follows it.
 * @returns the offset after the closing quote, -1 where none closes it
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
