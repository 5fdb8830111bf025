import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignatureCheck } from '../../shared/webhooks/signature'

/** Usual differences between a copied body and the signed bytes. */
const repairs: readonly (readonly [name: string, undo: (body: string) => string])[] = [
  ['without the line break at its end', (body) => body.replace(/\r?\n$/, '')],
  ['with Unix line breaks', (body) => body.replaceAll('\r\n', '\n')],
  ['without spaces and line breaks between its parts', (body) => minified(body)],
  ['without the byte order mark at its start', (body) => body.replace(/^\uFEFF/, '')]
]

/**
 * HMAC-SHA256 over the raw bytes of the body, in base64url, padded or not, in constant time. After a mismatch, tries
 * the usual copying mistakes.
 * @param body as received, UTF-8
 * @param given the value of the header that ends in `-Webhook-Signature`, or the whole line
 */
export function checkSignature(key: string, body: string, given: string): SignatureCheck {
  const value = valueOf(given)
  if (value === '') return no('There is no signature: paste the value of the header that ends in -Webhook-Signature.')
  if (body === '') return no('There is no body: paste it exactly as it was received.')
  const signature = bytesOf(value)
  if (!signature) return no('This is not a signature: it should be 43 or 44 characters of base64url.')
  if (matches(key, body, signature))
    return { verified: true, why: 'It was signed with this key, and the body is unchanged.' }
  const repaired = repairs.find(([, undo]) => undo(body) !== body && matches(key, undo(body), signature))
  if (repaired) {
    return no(`The key is right, but the body was changed on the way: it matches ${repaired[0]}. Sign the raw bytes.`)
  }
  if (key !== key.trim() && matches(key.trim(), body, signature)) {
    return no('The key has a space or a line break at an end. Without it, the signature matches.')
  }
  return no(
    'It does not match: another key (a new one replaces the old at once), a body that is not the raw text, or a delivery from another sender.'
  )
}

/** Whether the key is right, even if the body changed on the way. */
export function isKeyOf(key: string, body: string, given: string): boolean {
  const signature = bytesOf(valueOf(given))
  return (
    signature !== null && [body, ...repairs.map(([, undo]) => undo(body))].some((one) => matches(key, one, signature))
  )
}

const no = (why: string): SignatureCheck => ({ verified: false, why })

function matches(key: string, body: string, signature: Buffer): boolean {
  return timingSafeEqual(createHmac('sha256', key).update(body, 'utf8').digest(), signature)
}

function valueOf(given: string): string {
  return given.trim().replace(/^[\w-]{1,200}-signature\s{0,99}:\s{0,99}/i, '')
}

/** null for anything but 32 bytes in base64url or base64 */
function bytesOf(text: string): Buffer | null {
  if (!/^[\w+/-]{43}=?$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === 32 ? bytes : null
}

function minified(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}
