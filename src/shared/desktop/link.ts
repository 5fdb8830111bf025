const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** The pattern of the id of each kind. */
const ids = {
  /** Of their connector: numbers of issues differ between computers, and a customer's name would stand in chats. */
  issue: uuid,
  connector: uuid,
  customer: uuid,
  request: uuid,
  run: uuid,
  /** Field and scope: an integration's slug, or a connector. */
  mapping: `${uuid}/(?:(?:HRIS|ATS|LMS):${uuid}|[a-z0-9][a-z0-9_-]{0,99})`,
  delivery: uuid,
  filter: uuid,
  runbook: uuid
} as const
export type LinkKind = keyof typeof ids
export const linkKinds = Object.keys(ids) as [LinkKind, ...LinkKind[]]

export interface DeskLink {
  kind: LinkKind
  id: string
  /** Digest of the address of its service; null in a link of an earlier version. */
  service: string | null
}

export const linkScheme = 'connector-desk'

const oneOf = (patterns: readonly string[]) => `(?:${patterns.join('|')})`
const grammar = new RegExp(
  `^${linkScheme}://${oneOf(Object.entries(ids).map(([kind, id]) => `(?:${kind})/[0-9a-f]{16}/${id}`))}$`
)
/** What earlier versions wrote. */
const earlier = new RegExp(`^${linkScheme}://(?:connector|case|filter)/${uuid}$`)
/** Longer than any link. */
const longest = 300

/**
 * Anyone may have written the text, for instance a web page. These patterns are the whole grammar, without a query, a
 * fragment, credentials, a port, an escape or a second id.
 * @returns null for anything but one kind, one service and one id
 */
export function readDeskLink(text: string): DeskLink | null {
  if (text.length > longest) return null
  const isEarlier = earlier.test(text)
  if (!isEarlier && !grammar.test(text)) return null
  const [kind = '', ...rest] = text.slice(linkScheme.length + '://'.length).split('/')
  const known = linkKinds.find((one) => one === (kind === 'case' ? 'issue' : kind))
  const service = isEarlier ? null : (rest.shift() ?? '')
  return known ? { kind: known, id: rest.join('/'), service } : null
}

/**
 * @param service digest of the address of its service
 * @param key `<category>:<id>` of a connector, `<field>/<scope>` of a mapping, else an id
 * @returns null if a link cannot name it
 */
export function deskLink(kind: LinkKind, service: string, key: string): string | null {
  const id = kind === 'mapping' ? key : key.slice(key.indexOf(':') + 1)
  const link = `${linkScheme}://${kind}/${service}/${id}`
  return readDeskLink(link)?.service == null ? null : link
}

/** Whether a link can name it. */
export const isLinkable = (kind: LinkKind, key: string) => deskLink(kind, '0'.repeat(16), key) !== null

/** @param scope `integration:<slug>` or `connector:<category>:<id>` */
export const mappingKey = (fieldId: string, scope: string) => `${fieldId}/${scope.slice(scope.indexOf(':') + 1)}`

/** The field, and the scope as mappings name it. */
export function readMappingKey(key: string): { fieldId: string; scope: string } {
  const [fieldId = '', scope = ''] = key.split('/')
  return { fieldId, scope: `${scope.includes(':') ? 'connector' : 'integration'}:${scope}` }
}
