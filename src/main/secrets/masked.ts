/** In a secret's place. */
export const hidden = '[token]'

/** A text with `[token]` in the place of pieces of it, which a masker found in it. The longest come first. */
export function masked(text: string, pieces: readonly string[]): string {
  return pieces.reduce((rest, piece) => rest.replaceAll(piece, hidden), text)
}
