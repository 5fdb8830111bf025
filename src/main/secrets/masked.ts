export const hidden = '[token]'

/** Replaces the pieces that a masker found. Expects the longest first. */
export function masked(text: string, pieces: readonly string[]): string {
  return pieces.reduce((rest, piece) => rest.replaceAll(piece, hidden), text)
}
