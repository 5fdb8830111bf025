import { originOfPage } from './page-address'

/** Stands in a letter until the operator fills in the link that the dashboard made. */
export const linkToFill = '[relink link]'

const place = /\[relink link(?: \d+)?\]/g

export function linksToFill(connections: number): string[] {
  if (connections === 1) return [linkToFill]
  return Array.from({ length: connections }, (_, at) => `[relink link ${at + 1}]`)
}

/** @param links by connection; an empty one leaves its place */
export function fillLinks(text: string, links: readonly string[]): string {
  const places = linksToFill(links.length)
  return text.replaceAll(place, (found) => links[places.indexOf(found)]?.trim() || found)
}

export const hasLinkToFill = (text: string): boolean => text.search(place) !== -1

/** What is wrong with a relink link; `host`: it may be right, which only the operator can say. */
export type LinkProblem = { kind: 'no-link' } | { kind: 'host'; host: string }

/**
 * A link lets its holder sign in for the customer, so it has to be one of the dashboard: what was pasted by mistake must
 * not reach a customer.
 * @param pageAddress of the dashboard, as the workspace's settings have it; empty: not known, any https link passes
 * @param named hosts that the operator has said to be right
 * @returns null for one that can be sent, and for an empty one
 */
export function linkProblem(link: string, pageAddress: string, named: readonly string[]): LinkProblem | null {
  const text = link.trim()
  if (text === '') return null
  if (!URL.canParse(text) || /\s/.test(text)) return { kind: 'no-link' }
  const { protocol, hostname, username, password } = new URL(text)
  if (protocol !== 'https:' || username || password) return { kind: 'no-link' }
  const dashboard = originOfPage(pageAddress)
  const isKnown = dashboard === null || isBeside(hostname, new URL(dashboard).hostname) || named.includes(hostname)
  return isKnown ? null : { kind: 'host', host: hostname }
}

/** Whether a host is the other, or one of the same domain: `connect.example.com` beside `app.example.com`. */
function isBeside(host: string, other: string): boolean {
  const [, ...parent] = other.split('.')
  return host === other || (parent.length > 1 && !/^[\d.]+$/.test(other) && host.endsWith(`.${parent.join('.')}`))
}
