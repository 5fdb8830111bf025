// The Node form of fflate defines its own `require`, which a single bundle cannot have.
import { strToU8, Zip, ZipDeflate } from 'fflate/browser'
import { AppError } from '../../shared/errors'
import { inTurns } from '../base/turns'
import type { Masker } from './masker'

const pieceBytes = 65_536

/** Text about the search, for the bundle. */
export const searchedFor =
  'No known token is in these files: raw, escaped, encoded in base64, hexadecimal or for an address.'

/** By name, in pieces: thousands of issues are too much for one copy. */
export type Texts = ReadonlyMap<string, readonly string[]>

/**
 * A zip for outside of the app, unless a text holds a known secret.
 * @param likely the secret's most likely origin, in words
 * @throws AppError leak-refused, naming the file, for a known secret in any spelling
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

/** Works piece by piece: thousands of issues take seconds. */
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
