/** A connector's drawer, or its issue. */
export const linkKinds = ['connector', 'case'] as const
export type LinkKind = (typeof linkKinds)[number]

/** Both kinds name the connector: numbers of issues differ between computers. */
export interface DeskLink {
  kind: LinkKind
  /** The connector's id, a UUID. */
  id: string
}

export const linkScheme = 'connector-desk'

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const grammar = new RegExp(`^${linkScheme}://(${linkKinds.join('|')})/(${uuid})$`)

/**
 * Reads a text that anyone may have written, for instance a web page. One pattern is the whole grammar, so there is no
 * place for a query, a fragment, credentials, a port, an escape or a second id.
 * @returns null for anything but one kind and one id
 */
export function readDeskLink(text: string): DeskLink | null {
  const [, kind, id] = grammar.exec(text) ?? []
  const known = linkKinds.find((one) => one === kind)
  return known && id ? { kind: known, id } : null
}

/**
 * A link for a colleague's Connector Desk.
 * @param key `<category>:<id>`
 * @returns null if the id is malformed
 */
export function deskLink(kind: LinkKind, key: string): string | null {
  const link = `${linkScheme}://${kind}/${key.slice(key.indexOf(':') + 1)}`
  return readDeskLink(link) && link
}
