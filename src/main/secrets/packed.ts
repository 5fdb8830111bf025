// Its form for Node defines a `require` of its own, which a bundle in one piece cannot have.
import { strToU8, Zip, ZipDeflate } from 'fflate/browser'
import { AppError } from '../../shared/errors'
import { inTurns } from '../base/turns'
import type { Masker } from './masker'

const pieceBytes = 65_536

/** What a bundle says of the search before it was packed. */
export const searchedFor =
  'No known token is in these files: raw, escaped, encoded in base64, hexadecimal or for an address.'

/** Files by name; each in pieces: thousands of cases are too much to copy at once. */
export type Texts = ReadonlyMap<string, readonly string[]>

/**
 * A zip of texts that are about to leave the app, unless one of them holds a secret this app knows.
 *
 * @param likely where such a secret comes from most likely, in words
 * @throws AppError leak-refused, naming the file, when a known secret is in it in any spelling
 */
export async function packed(
  texts: Texts,
  stamp: Date,
  masker: Pick<Masker, 'nameOfLeak'>,
  likely: string
): Promise<Uint8Array> {
  const leaky = await masker.nameOfLeak(texts)
  if (leaky) {
    throw new AppError(
      'leak-refused',
      `The bundle was not made: ${leaky} would hold a token, most likely from ${likely}.`
    )
  }
  return inTurns(zipped(texts, stamp))
}

/** Packed piece by piece: a selection of thousands of cases takes seconds. */
function* zipped(texts: Texts, mtime: Date): Generator<void, Uint8Array, void> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [name, text] of texts) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = mtime
    zip.add(file)
    for (const piece of text) {
      const bytes = strToU8(piece)
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        file.push(bytes.subarray(at, at + pieceBytes))
        yield
      }
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  return Buffer.concat(pieces)
}
