/** Characters that break or reorder the line they are in, or hide in it: controls, bidi, zero-width. */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
export const unsafe = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]{1,9999}/g

/** A text others chose, on one line, with nothing hidden; half a character, which a database cannot hold, is replaced. */
export const oneLine = (text: string): string => Buffer.from(text).toString().replaceAll(unsafe, ' ')

/** The longest name that is written into a text for people, in characters. */
const longest = 200

/** The first characters of a text that has more; no character is cut in half, as UTF-16 units would cut an emoji. */
export function shorten(text: string, most: number): string {
  const characters = [...text.slice(0, 2 * most + 1)]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}

/** A name others chose, fit for a line of text that leaves the app: on one line, nothing hidden, not endless. */
export function cleanText(text: string): string {
  return shorten(text.replace(unsafe, ' ').trim(), longest)
}

/** Bytes of a file as text: UTF-8, or UTF-16 where its mark says so, as spreadsheets and shells of Windows write it. */
export function textOfFile(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8')
}
