/** Of a customer; characters. */
export const contactLimits = { contacts: 20, name: 120, originId: 2_000 } as const

/** ASCII alone: letters that look alike write to another domain. */
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,20}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i
const longestAddress = 254
/** Line breaks, and what reorders or hides. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * One address, as `ada@example.com`: nothing that a mail program would read as two, or as a line of its own.
 * @returns what is wrong with it; null for an address
 */
export function addressProblem(text: string): string | null {
  if (text === '') return 'Enter an address.'
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return 'An address has no line break.'
  if (/[,;]/.test(text)) return 'This is more than one address: give each its own line.'
  if (/[<>"()\s]/.test(text)) return 'Enter the address alone, as ada@example.com, and the name beside it.'
  const [before = '', host = '', ...more] = text.split('@')
  if (more.length > 0) return 'An address has one @.'
  if (before === '' || host === '') return 'Enter a whole address, as ada@example.com.'
  if (text.length > longestAddress) return 'This address is too long.'
  if (!/^[!-~]+$/.test(text)) return 'Use plain letters only. A domain with others has a form that begins with xn--.'
  if (!/^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+){0,20}$/.test(before) || !domain.test(host))
    return 'This is no address that mail can be sent to.'
  return null
}

/**
 * A name that hides another address would have a person write to somebody else.
 * @returns what is wrong with a person's name; null for a name, also an empty one
 */
export function contactNameProblem(text: string): string | null {
  if (text === '') return null
  if (text.length > contactLimits.name || hidden.test(text))
    return `Keep the name to one line of ${contactLimits.name} characters.`
  return /[@<>"]/.test(text) ? 'A name has no @ and no < or >: it could be taken for another address.' : null
}

/** One spelling, for comparisons. */
export const sameAddress = (address: string): string => address.toLowerCase()

/** Contacts of one file, over those that are there: an address that is known is replaced. */
export function merged<C extends { address: string }>(before: readonly C[], added: readonly C[]): C[] {
  const all = new Map([...before, ...added].map((one) => [sameAddress(one.address), one]))
  return [...all.values()]
}

/** Who gets a letter about a relink: those who relink, or everybody if nobody is said to. */
export function whoRelinks<C extends { relinks: boolean }>(all: readonly C[]): C[] {
  const marked = all.filter(({ relinks }) => relinks)
  return marked.length > 0 ? marked : [...all]
}
