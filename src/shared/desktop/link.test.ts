import { describe, expect, it } from 'vitest'
import { deskLink, isLinkable, linkKinds, mappingKey, readDeskLink, readMappingKey, type LinkKind } from './link'

const id = '3f2b8c1e-0d4a-4c6b-9e7f-1a2b3c4d5e6f'
const service = '9c1185a5c5e9fc54'
const idOf = (kind: LinkKind) => (kind === 'mapping' ? `${id}/bamboohr` : id)

describe('a link of this app', () => {
  it.each(linkKinds)('names a %s by an id, and its workspace by the digest of an address', (kind) => {
    const link = deskLink(kind, service, idOf(kind))
    expect(link).toBe(`connector-desk://${kind}/${service}/${idOf(kind)}`)
    expect(readDeskLink(link ?? '')).toEqual({ kind, service, id: idOf(kind) })
  })

  it.each(['issue', 'connector', 'customer'] as const)('names a %s by its connector, without the category', (kind) =>
    expect(deskLink(kind, service, `HRIS:${id}`)).toBe(`connector-desk://${kind}/${service}/${id}`)
  )

  it('names a mapping of an integration, and one of a connector', () => {
    for (const scope of ['integration:sap_successfactors-sftp', `connector:ATS:${id}`]) {
      const key = mappingKey(id, scope)
      expect(readDeskLink(deskLink('mapping', service, key) ?? '')?.id).toBe(key)
      expect(readMappingKey(key)).toEqual({ fieldId: id, scope })
    }
  })

  it.each(['connector', 'filter', 'case'] as const)('of an earlier version is still read: %s', (kind) =>
    expect(readDeskLink(`connector-desk://${kind}/${id}`)).toEqual({
      ...{ kind: kind === 'case' ? 'issue' : kind, id, service: null }
    })
  )

  it('of an earlier version names none of the newer kinds', () => {
    for (const kind of ['issue', 'customer', 'request', 'run', 'mapping', 'delivery', 'runbook'])
      expect(readDeskLink(`connector-desk://${kind}/${id}`)).toBeNull()
    expect(readDeskLink(`connector-desk://case/${service}/${id}`)).toBeNull()
  })

  it('is not made for an id that is malformed', () => {
    for (const odd of ['a', '', `${id}?x`, `${id}\n`, `../${id}`]) {
      for (const kind of linkKinds) expect(isLinkable(kind, odd)).toBe(false)
      expect(deskLink('connector', service, `HRIS:${odd}`)).toBeNull()
    }
    for (const slug of ['', 'Bamboo HR', '../case', 'a/b', 'a'.repeat(101), `CRM:${id}`])
      expect(isLinkable('mapping', `${id}/${slug}`)).toBe(false)
  })
})

/** At least fifty for each kind. A mapping has its scope behind the id. */
function hostile(kind: LinkKind): [what: string, text: string][] {
  const start = `connector-desk://${kind}/${service}/`
  const rest = idOf(kind).slice(id.length)
  const whole = start + id + rest
  const at = (of: string) => start + of + rest
  const as = (other: string) => whole.replace(`//${kind}/`, `//${other}/`)
  return [
    ['nothing', ''],
    ['no id', start],
    ['no service', `connector-desk://${kind}`],
    ['no kind', `connector-desk:///${service}/${id}${rest}`],
    ['an empty service', `connector-desk://${kind}//${id}${rest}`],
    ['a service in capitals', `connector-desk://${kind}/${service.toUpperCase()}/${id}${rest}`],
    ['a short service', `connector-desk://${kind}/${service.slice(1)}/${id}${rest}`],
    ['a long service', `connector-desk://${kind}/${service}0/${id}${rest}`],
    ['an address as its service', `connector-desk://${kind}/https://evil.example/${id}${rest}`],
    ['two services', `connector-desk://${kind}/${service}/${service}/${id}${rest}`],
    ['one slash', whole.replace('://', ':/')],
    ['no slashes', whole.replace('://', ':')],
    ['three slashes', whole.replace('://', ':///')],
    ['another kind', as('workspace')],
    ['the kind in capitals', as(kind.toUpperCase())],
    ['a kind of the prototype', as('constructor')],
    ['two kinds', as(`${kind}/${kind}`)],
    ['a list of kinds', as(`${kind}|send`)],
    ['another scheme', whole.replace('connector-desk', 'https')],
    ['the scheme of scripts', `javascript:alert("${whole}")`],
    ['the scheme of files', whole.replace('connector-desk', 'file')],
    ['the scheme in capitals', whole.replace('connector-desk', 'Connector-Desk')],
    ['a scheme that begins alike', whole.replace('connector-desk', 'connector-desk-evil')],
    ['a scheme before it', `x:${whole}`],
    ['a query', `${whole}?send=1`],
    ['the same parameter twice', `${whole}?id=${id}&id=${id}`],
    ['a parameter of the path', `${whole};send=1`],
    ['an empty query', `${whole}?`],
    ['a fragment', `${whole}#/settings`],
    ['an empty fragment', `${whole}#`],
    ['a slash at the end', `${whole}/`],
    ['a second id', `${whole}/${id}`],
    ['a list of ids', `${whole},${id}`],
    ['a name and password', whole.replace('://', '://me:secret@')],
    ['a name', whole.replace('://', '://me@')],
    ['a port', as(`${kind}:443`)],
    ['an empty port', as(`${kind}:`)],
    ['a host with a dot', as(`${kind}.`)],
    ['an escaped letter', at(`%33${id.slice(1)}`)],
    ['a letter that was escaped twice', at(`%2533${id.slice(1)}`)],
    ['an escaped slash', `connector-desk://${kind}%2f${service}%2f${id}${rest}`],
    ['an escape that is none', at(`%zz${id.slice(3)}`)],
    ['an overlong escape of a slash', at(`%c0%af${id.slice(6)}`)],
    ['an escaped NUL at the end', `${whole}%00`],
    ['a NUL at the end', `${whole}\0`],
    ['a NUL inside', at(`\0${id}`)],
    ['a line end', `${whole}\n`],
    ['another line end', `${whole}\r\n`],
    ['a line end of Unicode', `${whole}\u2028`],
    ['a second line', `${whole}\n${whole}`],
    ['a line before', `nothing\n${whole}`],
    ['a tab inside', at(`${id.slice(0, 8)}\t${id.slice(8)}`)],
    ['a space before', ` ${whole}`],
    ['a space after', `${whole} `],
    ['a switch after it', `${whole} --no-sandbox`],
    ['a quote', `${whole}"`],
    ['an apostrophe', `${whole}'`],
    ['backslashes', whole.replaceAll('/', '\\')],
    ['a way up', at(`../${id}`)],
    ['a way up that is escaped', at(`%2e%2e/${id}`)],
    ['a path of files', at('../../etc/passwd')],
    ['dots', at(`./${id}`)],
    ['an id without hyphens', at(id.replaceAll('-', ''))],
    ['an id in braces', at(`{${id}}`)],
    ['an id with a letter too many', at(`${id}0`)],
    ['an id with a letter too few', at(id.slice(1))],
    ['an id with other letters', at(`g${id.slice(1)}`)],
    ['an id with a digit of another script', at(`３${id.slice(1)}`)],
    ['an id with a letter that looks alike', at(id.replace('a', 'а'))],
    ['a mark that reverses the text', at(`\u202e${id}`)],
    ['a space without width', `${whole}\u200b`],
    ['a byte order mark', `\ufeff${whole}`],
    ['a half of a pair', `${whole}\ud83d`],
    ['the key of a connector', at(`HRIS:${id}`)],
    ['a script', at('<script>alert(1)</script>')],
    ['a picture that runs a script', at(`${id}"><img src=x onerror=alert(1)>`)],
    ['a statement', at(`${id}' OR '1'='1`)],
    ['a template', at('{{constructor.constructor("alert(1)")()}}')],
    ['a megabyte', at(id.repeat(30_000))],
    ['ten megabytes of slashes', `connector-desk://${kind}/${'/'.repeat(10_000_000)}`],
    ['the form of earlier versions with a query', `connector-desk://connector/${id}?send=1`],
    ...(kind === 'mapping' ? hostileScopes : [])
  ]
}

const hostileScopes = [
  '',
  '/',
  `/CRM:${id}`,
  `/HRIS:${id}0`,
  `/HRIS:`,
  '/BambooHR',
  '/bamboo hr',
  '/bamboo%20hr',
  '/../x',
  '/-x',
  `/${'a'.repeat(101)}`,
  '/a?b',
  '/a/b',
  '/integration:a'
].map((scope): [string, string] => [
  `the scope ${scope.slice(0, 20)}`,
  `connector-desk://mapping/${service}/${id}${scope}`
])

describe.each(linkKinds)('@attack a link to a %s', (kind) => {
  it.each(hostile(kind))('opens nothing: %s', (_, text) => expect(readDeskLink(text)).toBeNull())

  it('has fifty forms above that differ', () =>
    expect(new Set(hostile(kind).map(([, text]) => text)).size).toBeGreaterThan(50))
})
