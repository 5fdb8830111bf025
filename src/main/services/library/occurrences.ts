/** A text in a body, in bytes. */
export interface Occurrence {
  at: number
  length: number
}

/** Secrets shorter than this would be found in innocent text. */
const shortest = 6

/** The first place of each text that occurs in a body. */
export function occurrences(body: Buffer, texts: Iterable<string>): Occurrence[] {
  const found: Occurrence[] = []
  for (const text of texts) {
    if (text.length < shortest) continue
    const at = body.indexOf(text)
    if (at >= 0) found.push({ at, length: Buffer.byteLength(text) })
  }
  return found
}
