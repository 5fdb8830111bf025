export const linkKinds = ['connector', 'case', 'filter'] as const
export type LinkKind = (typeof linkKinds)[number]

export interface DeskLink {
  kind: LinkKind
  /** A UUID: of a saved filter, else of the connector, as numbers of issues differ between computers. */
  id: string
}

export const linkScheme = 'connector-desk'

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const grammar = new RegExp(`^${linkScheme}://(${linkKinds.join('|')})/(${uuid})$`)

/**
 * Anyone may have written the text, for instance a web page. One pattern is the whole grammar, without a query, a
 * fragment, credentials, a port, an escape or a second id.
 * @returns null for anything but one kind and one id
 */
export function readDeskLink(text: string): DeskLink | null {
  const [, kind, id] = grammar.exec(text) ?? []
  const known = linkKinds.find((one) => one === kind)
  return known && id ? { kind: known, id } : null
}

/**
 * @param key `<category>:<id>`, or the id of a filter
 * @returns null if the id is malformed
 */
export function deskLink(kind: LinkKind, key: string): string | null {
  const link = `${linkScheme}://${kind}/${key.slice(key.indexOf(':') + 1)}`
  return readDeskLink(link) && link
}
