/** What Windows hands to a mail program at most, in characters; the others take more. */
const longest = 2_000

/** The address that opens a letter in a mail program; null where a mail program would not get all of it. */
export function mailAddress(subject: string, body: string): string | null {
  const text = encoded(body.replaceAll(/\r?\n/g, '\r\n'))
  const address = `mailto:?subject=${encoded(subject)}&body=${text}`
  return address.length > longest ? null : address
}

/** Half a character is replaced, as it cannot be written. */
const encoded = (text: string) => encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)))
