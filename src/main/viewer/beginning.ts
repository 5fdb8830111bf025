const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const isOpening = (code: number) => code === 0x7b || code === 0x5b
const isClosing = (code: number) => code === 0x7d || code === 0x5d

/**
 * The beginning of a JSON text as a whole one: cut behind the last value in it that certainly ended, and what is open
 * there closed. Its pretty lines are the first ones of the longer text, but for the brackets at the end.
 */
export function beginningOf(text: string): string {
  const open: number[] = []
  let cut = 0
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === backslash) at++
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (isOpening(code)) open.push(code)
    else if (isClosing(code)) {
      open.pop()
      ;[cut, depth] = [at + 1, open.length]
    } else if (code === comma) [cut, depth] = [at, open.length]
  }
  // Since the cut, brackets were opened only.
  const closing = open.slice(0, depth).reverse()
  return text.slice(0, cut) + closing.map((code) => String.fromCharCode(code + 2)).join('')
}
