/** Characters that break or reorder the line they are in, or hide in it: controls, bidi, zero-width. */
// eslint-disable-next-line no-control-regex -- finding control characters is the point
export const unsafe = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]{1,9999}/g

/**
 * Puts a foreign text on one line without hidden characters; replaces half characters, which a database cannot hold.
 */
export const oneLine = (text: string): string => Buffer.from(text).toString().replaceAll(unsafe, ' ')

/** In characters, for names in texts for people. */
const longest = 200

/** Never cuts a character in half, as UTF-16 units would cut an emoji. */
export function shorten(text: string, most: number): string {
  const characters = [...text.slice(0, 2 * most + 1)]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}

/** A foreign name for a text that leaves the app: one line, nothing hidden, limited length. */
export function cleanText(text: string): string {
  return shorten(text.replace(unsafe, ' ').trim(), longest)
}

/** Decodes UTF-8, or UTF-16 by its mark, as Windows spreadsheets and shells write it. */
export function textOfFile(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8')
}
