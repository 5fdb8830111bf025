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

/** Where secret parts of addresses stand in `url` fields of a JSON text. */
export function addressSecrets(json: string): { from: number; to: number }[] {
  return addressesIn(json).flatMap(({ start, literal }) => {
    const address = JSON.parse(literal) as string
    // The end of each UTF-16 unit of the address.
    const ends = [start + 1]
    for (const unit of literal.slice(1, -1).match(/\\u[\da-fA-F]{4}|\\.|[^\\]/g) ?? [])
      ends.push((ends.at(-1) ?? 0) + unit.length)
    const { before, user, query, fragment } = readAddress(address)
    const parts = [
      { from: before.indexOf('//') + 2, length: user.length },
      { from: before.length + 1, length: query.length },
      { from: address.length - fragment.length, length: fragment.length }
    ]
    return parts
      .filter(({ length }) => length > 0)
      .map(({ from, length }) => ({ from: ends[from] ?? 0, to: ends[from + length] ?? 0 }))
  })
}

/** Texts of `url` fields with quotes, as written, at any depth. */
function addressesIn(json: string): { start: number; literal: string }[] {
  const index = indexJson(json, { depth: Infinity })
  if (isProblem(index)) return []
  const found: { start: number; literal: string }[] = []
  for (let n = 0; n < index.count; n++) {
    const key = index.key[n] ?? none
    const start = index.start[n] ?? 0
    if (key === none || json[start] !== '"') continue
    const name = json.slice(key, stringEnd(json, key) as number)
    if (JSON.parse(name) === 'url') found.push({ start, literal: json.slice(start, index.end[n]) })
  }
  return found
}
