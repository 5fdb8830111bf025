/**
 * The spelling of one character: an escape, in a JSON text within a JSON text too (up to three deep), or the character.
 * A line break within such an inner text stays two: there it may as well be a backslash before a word.
 */
const unit = /\\{1,7}(?:u[\da-fA-F]{4}|["/\\])|\\[bfnrt]|[^]/g

/**
 * A JSON text with its escapes undone, whatever else it holds. Unlike `spellings`, which looks for given secrets, this
 * is for a search of its own, whose finds may be as long as a file in base64.
 * @returns `read`, which says the same without them; `spelled`: what is written in the text where that means a piece
 */
export function undone(text: string): { read: string; spelled(piece: string): string[] } {
  if (!text.includes('\\')) return { read: text, spelled: (piece) => [piece] }
  const units = text.match(unit) ?? []
  const read = units.map(said).join('')
  const spelled = (piece: string) => {
    const found = new Set<string>()
    for (let at = read.indexOf(piece); at >= 0; at = read.indexOf(piece, at + piece.length))
      found.add(units.slice(at, at + piece.length).join(''))
    return [...found]
  }
  return { read, spelled }
}

function said(one: string): string {
  if (one.length === 1) return one
  if (one.at(-5) === 'u') return String.fromCharCode(parseInt(one.slice(-4), 16))
  return /[bfnrt]$/.test(one) ? (JSON.parse(`"${one}"`) as string) : one.slice(-1)
}
