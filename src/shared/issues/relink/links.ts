/** Until the operator fills in the dashboard's link. */
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
