/** What of an address may be a secret: the user's name and password, the query, the fragment; empty where it is not there. */
function readAddress(address: string) {
  const [, before = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? []
  const user = /^[^/]*\/\/([^/\\]*)@/.exec(before)?.[1] ?? ''
  return { before, user, query, fragment }
}

/** An address without the user's name and password, and with `…` for each value of its query: both may be secrets. */
export function maskedAddress(address: string): string {
  const { before, user, query, fragment } = readAddress(address)
  const place = user ? before.replace(`//${user}@`, () => '//…@') : before
  const pairs = query.split('&')
  const names = pairs.map((pair) => (pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=…` : pair && '…'))
  return place + (query && `?${names.join('&')}`) + (fragment && '#…')
}

/** What is masked in the addresses of a JSON text, wherever a field called `url` holds one: as JSON writes it. */
export function addressSecrets(json: string): string[] {
  const secrets = addressesIn(json).flatMap((address) => {
    const { user, query, fragment } = readAddress(address)
    return [user, query, fragment].filter(Boolean)
  })
  return secrets.map((text) => JSON.stringify(text).slice(1, -1))
}

/** All texts of fields called `url`, looked up without recursion: there is no end to how deep JSON goes. */
function addressesIn(json: string): string[] {
  const found: string[] = []
  const rest: unknown[] = []
  try {
    rest.push(JSON.parse(json))
  } catch {
    // What is not JSON has no fields.
  }
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const [name, item] of Object.entries(value)) {
      if (name === 'url' && typeof item === 'string') found.push(item)
      else if (typeof item === 'object') rest.push(item)
    }
  }
  return found
}
