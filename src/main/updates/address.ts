import { readBaseAddress } from '../../shared/base-address'

/**
 * Reads the address of an update folder by the rules of base addresses; it has to be https on this computer, too.
 * @returns the address without a trailing slash, or what is wrong with it
 */
export function readUpdateAddress(typed: string): { url: string } | { problem: string } {
  const text = typed.trim()
  if (URL.canParse(text) && new URL(text).protocol !== 'https:') {
    return { problem: 'The address must start with https://.' }
  }
  return readBaseAddress(text)
}
