import { readBaseAddress } from '../../shared/base-address'

/**
 * Reads an update folder's address by the rules of base addresses, but https is required even on this computer.
 * @returns the address without a trailing slash, or what is wrong
 */
export function readUpdateAddress(typed: string): { url: string } | { problem: string } {
  const text = typed.trim()
  if (URL.canParse(text) && new URL(text).protocol !== 'https:') {
    return { problem: 'The address must start with https://.' }
  }
  return readBaseAddress(text)
}
