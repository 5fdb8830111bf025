import { atOnce } from '../base/turns'
import { finding, pieces, type Span } from './finding'
import type { TokenDigests } from './token-digests'

export const hidden = '[token]'

/** A secret by its text, hidden wherever it stands, or by its place: a short text may stand for much else. */
export type Piece = string | Span

/** Hides the places, then the texts. Expects the longest text first. */
export function masked(text: string, pieces: readonly Piece[]): string {
  const spans = pieces.filter((piece) => typeof piece !== 'string').sort((one, other) => one.from - other.from)
  let [clean, done] = ['', 0]
  for (const { from, to } of spans) {
    // One may lie within another.
    if (from >= done) clean += text.slice(done, from) + hidden
    done = Math.max(done, to)
  }
  const texts = pieces.filter((piece) => typeof piece === 'string')
  return texts.reduce((rest, piece) => rest.replaceAll(piece, hidden), clean + text.slice(done))
}

/** A text without the secrets that the digests know, wherever they stand in it. */
export function maskedBy(text: string, digests: TokenDigests): string {
  return masked(text, pieces(text, atOnce(finding(text, digests))))
}
