import type { WorkLimit } from './work-limit'

// Reads texts by code point, as the server does: a character beyond U+FFFF counts once.

/** Units between two looks at the clock. */
const stretch = 4_096

export function lengthOf(text: string, workLimit: WorkLimit): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) {
    if (at % stretch === 0) workLimit.spend(stretch)
    if (isPair(text.charCodeAt(at), text.charCodeAt(at + 1))) length--
  }
  return length
}

export function reversed(text: string, workLimit: WorkLimit): string {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) {
    if (at % stretch === 0) workLimit.spend(stretch)
    units[text.length - 1 - at] = text.charCodeAt(at)
  }
  for (let at = 1; at < units.length; at++) {
    if (at % stretch === 0) workLimit.spend(stretch)
    const [second = 0, first = 0] = [units[at - 1], units[at]]
    if (isPair(first, second)) units.set([first, second], at - 1)
  }
  return Buffer.from(units.buffer).toString('utf16le')
}

const isPair = (first: number, second: number) => (first & 0xfc00) === 0xd800 && (second & 0xfc00) === 0xdc00

/** Character comparisons the built-in search may need. */
const quickly = 2 ** 22

/** Takes time by the sum of both lengths, not their product. */
export function holds(text: string, wanted: string, workLimit: WorkLimit): boolean {
  if (text.length * wanted.length <= quickly) return text.includes(wanted)
  // Knuth, Morris and Pratt: the search never goes back.
  const restart = new Uint32Array(wanted.length)
  for (let at = 1, same = 0; at < wanted.length; at++) {
    if (at % stretch === 0) workLimit.spend(stretch)
    while (same > 0 && wanted[at] !== wanted[same]) same = restart[same - 1] ?? 0
    if (wanted[at] === wanted[same]) same++
    restart[at] = same
  }
  for (let at = 0, same = 0; at < text.length; at++) {
    if (at % stretch === 0) workLimit.spend(stretch)
    while (same > 0 && text[at] !== wanted[same]) same = restart[same - 1] ?? 0
    if (text[at] === wanted[same]) same++
    if (same === wanted.length) return true
  }
  return false
}
