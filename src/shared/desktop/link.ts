/** What a link opens: the drawer of a connector, or the case of one. */
export const linkKinds = ['connector', 'case'] as const
export type LinkKind = (typeof linkKinds)[number]

/** A link of this app. Both kinds name the connector: the numbers of cases differ from computer to computer. */
export interface DeskLink {
  kind: LinkKind
  /** The connector's id, a UUID. */
  id: string
}

export const linkScheme = 'connector-desk'

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const grammar = new RegExp(`^${linkScheme}://(${linkKinds.join('|')})/(${uuid})$`)

/**
 * Reads a text that anyone may have written, as from a web page. The whole grammar is one pattern, so there is no place
 * for a query, a fragment, a name and password, a port, an escape or a second id.
 * @returns null for anything else than one kind and one id
 */
export function readDeskLink(text: string): DeskLink | null {
  const [, kind, id] = grammar.exec(text) ?? []
  const known = linkKinds.find((one) => one === kind)
  return known && id ? { kind: known, id } : null
}

/**
 * The link to a connector, or to its case, for a colleague's Connector Desk.
 * @param key `<category>:<id>`
 * @returns null where the id is malformed: no link can name it
 */
export function deskLink(kind: LinkKind, key: string): string | null {
  const link = `${linkScheme}://${kind}/${key.slice(key.indexOf(':') + 1)}`
  return readDeskLink(link) && link
}
