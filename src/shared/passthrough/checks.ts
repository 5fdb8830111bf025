import type { DraftProblem, Pair } from './passthrough'

type Found = Omit<DraftProblem, 'field'>

const refused = (code: string, message: string): Found => ({ severity: 'refused', code, message })
const confirm = (code: string, message: string): Found => ({ severity: 'confirm', code, message })
const warning = (code: string, message: string): Found => ({ severity: 'warning', code, message })

/**
 * It is unknown how the service joins path and address, so anything that could change the address is refused or must be
 * confirmed.
 */
export function checkPath(path: string): Found[] {
  if (path === '') return [refused('empty', 'Enter a path, for example /employees.')]
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) {
    return [refused('absolute', 'Enter the path only. A full URL could send the customer’s credentials elsewhere.')]
  }
  if (/^[/\\]{2}/.test(path)) {
    return [refused('other-host', 'A path that begins with // names another host. Begin with one slash.')]
  }
  if (!path.startsWith('/')) return [refused('no-slash', 'Start the path with a slash.')]
  // eslint-disable-next-line no-control-regex -- those are what is looked for
  if (/[\u0000-\u0020\u007f]/.test(path)) {
    return [
      refused('control', 'A path cannot contain spaces, line breaks or control characters. Write %20 for a space.')
    ]
  }
  if (path.includes('#'))
    return [refused('fragment', 'Text after # is never sent. Write %23 if it belongs to the path.')]
  if (path.includes('?')) return [refused('query', 'Enter query parameters under Params.')]
  const open = /(?<!\{)\{([^{}/]+)\}(?!\})/.exec(path)?.[1]
  if (open !== undefined)
    return [refused('empty', `Enter a value for ${open}. Write %7B if the brace belongs to the path.`)]
  const found: Found[] = []
  const decoded = decodedTwice(path)
  if (decoded.split(/[/\\]/).some((segment) => segment === '.' || segment === '..')) {
    found.push(
      confirm(
        'dots',
        'It contains . or .. as a segment (plain or encoded), so it may reach another address than it shows.'
      )
    )
  } else if (decoded.includes('\\')) {
    found.push(confirm('backslash', 'It contains a backslash, which some servers read as a slash.'))
  } else if (/[?#]/.test(decoded)) {
    found.push(confirm('encoded-query', 'It contains an encoded ? or #, which may begin a query or end the path.'))
  } else if (/%(?:25)*2f/i.test(path)) {
    found.push(warning('encoded-slash', 'It contains an encoded slash, which some servers read as a slash.'))
  }
  if (/%(?![\da-f]{2})/i.test(path)) found.push(warning('percent', 'This % encodes nothing. Write %25.'))
  return found
}

/** Service and provider both decode: for the provider `%252e` is a dot. */
function decodedTwice(path: string): string {
  const once = (text: string) =>
    text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return once(once(path))
}

/** Such a name may change the method at the provider. */
export const actsAs = 'other-method'
const mayActAs = (name: string) => confirm(actsAs, `${name.trim()}: the provider may carry out another method.`)
/** Providers look for another method here. */
const namesMethod = /^x-(http-)?method(-override)?$/

export function checkJsonNames(json: string): Found[] {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    return []
  }
  if (typeof read === 'string') return [...new URLSearchParams(read).keys()].flatMap(checkParamName)
  return typeof read === 'object' && read !== null ? Object.keys(read).flatMap(checkParamName) : []
}

export function checkParamName(name: string): Found[] {
  const plain = name.trim().toLowerCase()
  const isMethod = /^_(http)?method$/.test(plain) || namesMethod.test(plain.replaceAll('_', '-'))
  return isMethod ? [mayActAs(name)] : []
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const connections = new Set(['connection', 'transfer-encoding', 'upgrade', 'keep-alive', 'te', 'trailer'])

/** By RFC 9110 and the service's own headers. */
export function checkHeaderName(name: string): Found[] {
  if (name === '') return [refused('empty', 'Enter a header name.')]
  if (!token.test(name)) {
    return [refused('header-name', 'A header name can contain only letters, digits and -_.!#$%&’*+^`|~.')]
  }
  // Some servers read an underscore as a dash.
  const lower = name.toLowerCase().replaceAll('_', '-')
  if (lower === 'authorization' || lower === 'proxy-authorization') {
    return [
      confirm('inner-authorization', `${name}: this header may replace the customer’s credentials, which the API adds.`)
    ]
  }
  if (lower === 'host' || lower === 'x-forwarded-host')
    return [confirm('inner-host', `${name}: this header names another host than the customer’s system.`)]
  if (lower === 'x-connector-token') {
    return [
      confirm(
        'inner-token',
        `${name}: this header sends a connector token to the provider. The app adds it where it belongs.`
      )
    ]
  }
  if (namesMethod.test(lower)) return [mayActAs(name)]
  if (lower === 'x-original-url' || lower === 'x-rewrite-url')
    return [confirm('inner-path', `${name}: the provider may read another path than the one shown.`)]
  if (lower === 'content-length' || connections.has(lower)) {
    return [warning('inner-framing', 'The API sets this header; a value here may break the request.')]
  }
  return []
}

export function checkHeaderValue(value: string): Found[] {
  // eslint-disable-next-line no-control-regex -- those are what is looked for
  const bad = /[\u0000-\u0008\u000a-\u001f\u007f]/.exec(value)
  if (bad) {
    const name = { '\r': 'a carriage return', '\n': 'a line break', '\0': 'a NUL' }[bad[0]] ?? 'a control character'
    return [refused('header-value', `A header value cannot contain ${name}: it could add another header.`)]
  }
  if (/[^\t\u0020-\u007e]/.test(value)) {
    return [warning('header-text', 'Non-ASCII letters are not safe in a header: servers read them differently.')]
  }
  return value === value.trim()
    ? []
    : [warning('header-space', 'Spaces at the start and end of a header value are removed.')]
}

/** Indexes; disabled rows do not count. */
export function repeated(rows: readonly Pair[], same: (name: string) => string = (name) => name): Set<number> {
  const seen = new Set<string>()
  const again = new Set<number>()
  rows.forEach(({ name, enabled }, index) => {
    if (!enabled || name === '') return
    if (seen.has(same(name))) again.add(index)
    seen.add(same(name))
  })
  return again
}

/** Text after `?` becomes params; a fragment is dropped. */
export function splitQuery(typed: string): { path: string; params: Pair[] } {
  const [withoutFragment = ''] = typed.split('#', 1)
  const at = withoutFragment.indexOf('?')
  if (at < 0) return { path: withoutFragment, params: [] }
  const params = Array.from(new URLSearchParams(withoutFragment.slice(at + 1)), ([name, value]) => ({
    name,
    value,
    enabled: true
  }))
  return { path: withoutFragment.slice(0, at), params }
}
