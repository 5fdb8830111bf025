import { spellings } from './spellings'

/** A text in a body, in bytes. */
export interface Occurrence {
  at: number
  length: number
}

/** The first place of each text that occurs in a body, and of each other JSON spelling of it. */
export function occurrences(body: Buffer, texts: Iterable<string>): Occurrence[] {
  const looked = [...texts]
  // Reading byte by byte is fastest, and the same where a text is ASCII, as tokens are.
  const encoding = looked.every(isAscii) ? 'latin1' : 'utf8'
  return spellings(body.toString(encoding), looked).map((piece) => {
    const bytes = Buffer.from(piece, encoding)
    return { at: body.indexOf(bytes), length: bytes.length }
  })
}

/** What is at these places, each text once; the longest first. */
export function textsAt(body: Buffer, places: readonly Occurrence[]): string[] {
  const texts = new Set(places.map(({ at, length }) => body.toString('utf8', at, at + length)))
  return [...texts].sort((a, b) => b.length - a.length)
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)
