/** Stands in a letter until the operator fills in the link that the dashboard made. */
export const linkToFill = '[relink link]'

const place = /\[relink link(?: \d+)?\]/g

/** The places for the links of a letter, one for each of its connections. */
export function linksToFill(connections: number): string[] {
  if (connections === 1) return [linkToFill]
  return Array.from({ length: connections }, (_, at) => `[relink link ${at + 1}]`)
}

/** @param links of the connections of the letter, in their order; the place of an empty one stays */
export function fillLinks(text: string, links: readonly string[]): string {
  const places = linksToFill(links.length)
  return text.replaceAll(place, (found) => links[places.indexOf(found)]?.trim() || found)
}

/** Whether a place for a link is still in it. */
export const hasLinkToFill = (text: string): boolean => text.search(place) !== -1
