import { indexJson, isProblem, none, stringEnd } from '../../shared/passthrough/json-index'

/** The parts that may be secret: user name and password, query, fragment; empty if absent. */
function readAddress(address: string) {
  const [upToFragment, fragment] = cutAt(address, '#')
  const [before, query] = cutAt(upToFragment, '?')
  const slashes = before.indexOf('/')
  const host = before[slashes + 1] === '/' ? before.slice(slashes + 2) : ''
  const authority = host.slice(0, Math.max(host.search(/[/\\]|$/), 0))
  return { before, user: authority.slice(0, Math.max(authority.lastIndexOf('@'), 0)), query, fragment }
}

function cutAt(text: string, mark: string): [before: string, behind: string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Removes user name and password and hides query values with `…`: all may be secrets. */
export function maskedAddress(address: string): string {
  const { before, user, query, fragment } = readAddress(address)
  const place = user ? before.replace(`//${user}@`, () => '//…@') : before
  const pairs = query.split('&')
  const names = pairs.map((pair) => (pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=…` : pair && '…'))
  return place + (query && `?${names.join('&')}`) + (fragment && '#…')
}

/** Secret parts of addresses in `url` fields of a JSON text, as written there. */
export function addressSecrets(json: string): string[] {
  return addressesIn(json).flatMap((literal) => {
    const address = JSON.parse(literal) as string
    // One per UTF-16 unit of the address.
    const written = literal.slice(1, -1).match(/\\u[\da-fA-F]{4}|\\.|[^\\]/g) ?? []
    const { before, user, query, fragment } = readAddress(address)
    const parts = [
      { from: before.indexOf('//') + 2, length: user.length },
      { from: before.length + 1, length: query.length },
      { from: address.length - fragment.length, length: fragment.length }
    ]
    return parts.map(({ from, length }) => written.slice(from, from + length).join('')).filter(Boolean)
  })
}

/** Texts of `url` fields with quotes, as written, at any depth. */
function addressesIn(json: string): string[] {
  const index = indexJson(json, { depth: Infinity })
  if (isProblem(index)) return []
  const found: string[] = []
  for (let n = 0; n < index.count; n++) {
    const key = index.key[n] ?? none
    const start = index.start[n] ?? 0
    if (key === none || json[start] !== '"') continue
    const name = json.slice(key, stringEnd(json, key) as number)
    if (JSON.parse(name) === 'url') found.push(json.slice(start, index.end[n]))
  }
  return found
}
