import { fitsOneEntry } from './bound-tokens'
import { longestSecret } from './secret-store'

/**
 * Reads a pasted token without surrounding space or a leading "Bearer ".
 * @param origin its destination, stored in the same keychain entry
 * @returns the token, or the problem (never the token itself)
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
