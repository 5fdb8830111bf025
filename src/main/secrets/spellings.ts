/** Secrets shorter than this would be found in innocent text. */
export const shortestSecret = 6
/** Backslashes before an escape: a JSON text in a JSON text in a JSON text has seven. */
const escape = String.raw`\\{1,7}`

/**
 * The pieces of a text that spell a secret in JSON, as they are in it: each character as it is or as any escape of
 * it, in a JSON text within a JSON text too. The longest come first, so that no spelling is removed in part.
 */
export function spellings(text: string, secrets: Iterable<string>): string[] {
  const looked = [...secrets].filter(({ length }) => length >= shortestSecret)
  const found = new Set(looked.filter((secret) => text.includes(secret)))
  if (text.includes('\\')) {
    // Read once, however many secrets there are; its spellings are searched only where one may occur.
    const read = unescaped(text)
    for (const secret of looked) {
      if (read.includes(unescaped(secret))) for (const [piece] of text.matchAll(spellingOf(secret))) found.add(piece)
    }
  }
  return [...found].sort((a, b) => b.length - a.length)
}

/** A text with `[token]` in the place of pieces of it. */
export function masked(text: string, pieces: readonly string[]): string {
  return pieces.reduce((rest, piece) => rest.replaceAll(piece, '[token]'), text)
}

/**
 * The low byte of each unit of a text, its escapes undone and every backslash left out: the same for all spellings of
 * a text, and rarely the same for others. Byte by byte, as a body of 100 MB may have an escape in every other place.
 */
function unescaped(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at] ?? 0
    if (byte === 0x5c) continue
    if (byte === 0x75 && at > 0 && bytes[at - 1] === 0x5c) {
      const code = hexAt(bytes, at + 1)
      if (code >= 0) {
        at += 4
        byte = code & 0xff
      }
      if (byte === 0x5c) continue
    }
    bytes[length++] = byte
  }
  return bytes.subarray(0, length)
}

/** Four digits; -1 where there are none. */
function hexAt(bytes: Buffer, from: number): number {
  let code = 0
  for (let at = from; at < from + 4; at++) {
    const byte = bytes[at] ?? 0
    const letter = byte | 0x20
    if (byte >= 0x30 && byte <= 0x39) code = code * 16 + byte - 0x30
    else if (letter >= 0x61 && letter <= 0x66) code = code * 16 + letter - 0x57
    else return -1
  }
  return code
}

function spellingOf(secret: string): RegExp {
  const units = secret.split('').map((unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
    const digits = hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    const forms = [literal(unit), `${escape}u${digits}`, ...('"/\\'.includes(unit) ? [escape + literal(unit)] : [])]
    return `(?:${forms.reverse().join('|')})`
  })
  return new RegExp(units.join(''), 'g')
}

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
