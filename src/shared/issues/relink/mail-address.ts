/** Characters on Windows; other systems pass more. */
const longest = 2_000

/** null if the letter is too long. */
export function mailAddress(subject: string, body: string): string | null {
  const text = encoded(body.replaceAll(/\r?\n/g, '\r\n'))
  const address = `mailto:?subject=${encoded(subject)}&body=${text}`
  return address.length > longest ? null : address
}

/** Half a character cannot be encoded. */
const encoded = (text: string) => encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)))
