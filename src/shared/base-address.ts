import { trimmedEnd } from './scan'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Judges by the name alone. */
export const isOnThisComputer = ({ hostname }: URL): boolean => loopback.test(hostname)

/** @returns the address without a trailing slash, or what is wrong */
export function readBaseAddress(typed: string): { url: string } | { problem: string } {
  const text = typed.trim()
  if (!text) return { problem: 'Enter the base address.' }
  // eslint-disable-next-line no-control-regex -- URL leaves some of them out, and reads a backslash as a slash
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return { problem: 'Leave spaces, line breaks and backslashes out of the address.' }
  if (!URL.canParse(text)) return { problem: 'Enter a full URL, for example https://api.example.com.' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOnThisComputer(url))) {
    return { problem: 'The address must start with https://, or the token would travel readable.' }
  }
  if (url.username || url.password) return { problem: 'Leave the user name and password out of the address.' }
  if (url.hostname.endsWith('.')) return { problem: 'Leave out the dot at the end of the host.' }
  if (url.search || url.hash) return { problem: 'Leave out everything from ? or # on.' }
  return { url: trimmedEnd(url.origin + url.pathname, (char) => char === '/') }
}
