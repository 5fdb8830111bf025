/** Characters that Windows passes to a mail program; other systems pass more. */
const longest = 2_000

/** null if a mail program would not get the whole letter. */
export function mailAddress(subject: string, body: string): string | null {
  const text = encoded(body.replaceAll(/\r?\n/g, '\r\n'))
  const address = `mailto:?subject=${encoded(subject)}&body=${text}`
  return address.length > longest ? null : address
}

/** Replaces half a character, which cannot be encoded. */
const encoded = (text: string) => encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)))
