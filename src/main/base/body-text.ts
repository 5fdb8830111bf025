import { isUtf8 } from 'node:buffer'

/** `guessed`: the encoding is not the declared one. */
export interface BodyText {
  text: string
  guessed: boolean
}

const never = /^(image|audio|video|font)\/|\/(pdf|zip|gzip|x-7z-compressed|vnd\.(ms-|openxmlformats))/i

/** Decodes a body by its type, mark or bytes; null for binary. */
export function textOfBody(buffer: Buffer, contentType: string): BodyText | null {
  const text = decode(buffer, contentType)
  if (text !== null) return { text, guessed: false }
  // Text that is not UTF-8 most likely comes from an old Windows.
  if (!/json|xml|^text\//i.test(contentType) || never.test(contentType) || buffer.includes(0)) return null
  return { text: new TextDecoder('windows-1252').decode(buffer), guessed: true }
}

function decode(buffer: Buffer, contentType: string): string | null {
  if (never.test(contentType) && !/svg/i.test(contentType)) return null
  const charset = /charset="?([\w-]{1,99})/i.exec(contentType)?.[1]
  try {
    if (charset && !/^utf-?8$/i.test(charset)) return new TextDecoder(charset).decode(buffer)
  } catch {
    // An unknown charset: read as UTF-8.
  }
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return new TextDecoder('utf-16le').decode(buffer)
  if (buffer.subarray(0, 8_192).includes(0)) return null
  // A cut may split a character, which must not make the text binary.
  if (!isUtf8(buffer) && !isUtf8(buffer.subarray(0, cutBack(buffer)))) return null
  return buffer.toString('utf8').replace(/^\ufeff/, '')
}

function cutBack(buffer: Buffer): number {
  let end = buffer.length
  while (end > 0 && buffer.length - end < 3 && ((buffer[end - 1] ?? 0) & 0xc0) === 0x80) end--
  return end - 1
}
