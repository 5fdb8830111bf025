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
  const found: string[] = []
  try {
    JSON.parse(json, (name, value: unknown) => {
      if (name !== 'url' || typeof value !== 'string') return value
      const { user, query, fragment } = readAddress(value)
      found.push(...[user, query, fragment].filter(Boolean).map((text) => JSON.stringify(text).slice(1, -1)))
      return value
    })
  } catch {
    // What is not JSON has no fields.
  }
  return found
}
