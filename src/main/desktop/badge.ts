/** Digits and a plus, 3 × 5, readable in a tray of 22 px. A row is three bits. */
const glyphs: Record<string, readonly number[]> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 3, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 2, 2, 2],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  '+': [0, 2, 7, 2, 0]
}

/** Blue, green, red and alpha, as in Chromium's bitmaps. */
const ground = [0x1f, 0x23, 0xc4, 0xff] as const
const ink = [0xff, 0xff, 0xff, 0xff] as const

/**
 * Draws a number into the lower right corner of a square icon: white on a red plate.
 * @param bitmap four bytes a pixel, blue first; changed in place
 * @param size width and height in px
 * @param text digits and `+`, at most three; empty changes nothing
 */
export function drawNumber(bitmap: Uint8Array, size: number, text: string): void {
  if (text === '') return
  // A glyph is 3 wide plus 1; the plate adds one around.
  const scale = Math.max(1, Math.floor(size / 14))
  const width = Math.min(size, (text.length * 4 + 1) * scale)
  const height = 7 * scale
  const [left, top] = [size - width, size - height]
  const fill = (x: number, y: number, across: number, down: number, colour: readonly number[]) => {
    for (let row = Math.max(0, y); row < Math.min(size, y + down); row++)
      for (let at = Math.max(0, x); at < Math.min(size, x + across); at++) bitmap.set(colour, (row * size + at) * 4)
  }
  fill(left, top, width, height, ground)
  for (const [place, letter] of [...text].entries())
    for (const [row, bits] of (glyphs[letter] ?? []).entries())
      for (let column = 0; column < 3; column++)
        if (bits & (4 >> column))
          fill(left + (place * 4 + 1 + column) * scale, top + (row + 1) * scale, scale, scale, ink)
}
