import { fitsOneEntry } from './bound-tokens'
import { longestSecret } from './secret-store'

/**
 * Reads a bearer token as pasted: surrounding space and a leading "Bearer " often come with a copied token.
 * @param origin where it is to be sent: both are kept in one entry of the keychain
 * @returns the token, or what is wrong with it (never the token itself)
 */
export function readToken(typed: string, origin: string): { token: string } | { problem: string } {
  const token = typed.trim().replace(/^bearer\s+/i, '')
  if (!token) return { problem: 'Enter the bearer token.' }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return { problem: 'The token holds a space, a line break or a letter that tokens never hold. Copy it again.' }
  }
  if (!fitsOneEntry({ token, origin })) {
    return { problem: `The token and its address have at most ${longestSecret} characters together.` }
  }
  return { token }
}
