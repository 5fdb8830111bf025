import { leftOutValue } from '../../http/call-log'

/** What was masked, and where: `cases[0].record.api_key`. */
export interface Masked {
  path: string
  why: string
}

const mask = '[masked]'

/** Names of fields and headers that carry secrets, whatever is in them. */
const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie|token_?ref|.*(token|password|secret|api[-_]?key))$/i
const headerOfCall = /requests\[\d+\]\.headers\.(sent|received)\./

/**
 * A copy of a value in which everything whose name promises a secret is masked, with the report of it. A field may be
 * written as `{ field, value }`, too. What the log left out of headers before is reported as well.
 */
export function maskByName<T>(value: T, path = ''): { value: T; masked: Masked[] } {
  const masked: Masked[] = []
  return { value: refresh(value, path) as T, masked }

  function refresh(item: unknown, at: string): unknown {
    if (Array.isArray(item)) return item.map((one, index) => refresh(one, `${at}[${index}]`))
    if (typeof item !== 'object' || item === null) return item
    const fieldName = 'field' in item && 'value' in item && typeof item.field === 'string' ? item.field : null
    return Object.fromEntries(
      Object.entries(item).map(([name, inner]) => {
        const here = at ? `${at}.${name}` : name
        return [name, clean(fieldName !== null && name === 'value' ? fieldName : name, inner, here)]
      })
    )
  }

  function clean(name: string, inner: unknown, here: string): unknown {
    if (inner === leftOutValue && headerOfCall.test(here)) {
      masked.push({ path: here, why: 'only headers known to be harmless keep their value' })
      return inner
    }
    if (!secretName.test(name) || inner === null || inner === undefined) return refresh(inner, here)
    masked.push({ path: here, why: `a field called ${name} holds a secret` })
    return mask
  }
}
