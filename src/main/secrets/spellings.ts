/** Secrets shorter than this would be found in innocent text. */
export const shortestSecret = 6
/** Backslashes before an escape: a JSON text in a JSON text in a JSON text has seven. */
const escape = String.raw`\\{1,7}`
const everyEscape = new RegExp(String.raw`${escape}(?:u([\da-fA-F]{4})|(["/\\]))`, 'g')
/** Those of printable ASCII: all that matters to nearly every token, and rare in a body of 100 MB. */
const asciiEscape = new RegExp(String.raw`${escape}u(00[2-7][\da-fA-F])`, 'g')
const needsEveryEscape = /[^ -~]|["/\\]/

/**
 * The pieces of a text that spell a secret in JSON, as they stand in it: each character as it is or as any escape of
 * it, in a JSON text within a JSON text too. The longest come first, so that none is taken out in part.
 */
export function spellings(text: string, secrets: Iterable<string>): string[] {
  const looked = [...secrets].filter(({ length }) => length >= shortestSecret)
  const found = new Set(looked.filter((secret) => text.includes(secret)))
  const every = looked.some((secret) => needsEveryEscape.test(secret))
  if (every ? text.includes('\\') : /\\u00[2-7]/.test(text)) {
    // Read once, however many secrets there are; where it is spelled is looked for only if it is there at all.
    const read = text.replaceAll(every ? everyEscape : asciiEscape, (_, code?: string, sign?: string) =>
      code === undefined ? (sign ?? '') : String.fromCharCode(parseInt(code, 16))
    )
    for (const secret of looked) {
      if (read.includes(secret)) for (const [piece] of text.matchAll(spellingOf(secret))) found.add(piece)
    }
  }
  return [...found].sort((a, b) => b.length - a.length)
}

/** A text with `[token]` in the place of pieces of it. */
export function masked(text: string, pieces: readonly string[]): string {
  return pieces.reduce((rest, piece) => rest.replaceAll(piece, '[token]'), text)
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
