import { leftOutValue } from '../../http/call-log'

/** Such as `cases[0].record.api_key`. */
export interface Masked {
  path: string
  why: string
}

const mask = '[masked]'

/** Fields and headers that carry secrets, whatever their value. */
const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie|token_?ref|.*(token|password|secret|api[-_]?key))$/i
const headerOfCall = /requests\[\d+\]\.headers\.(sent|received)\./

/** A field may also have the form `{ field, value }`. The list includes headers that the log already left out. */
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
