/** What was masked, and where: `records[0].headers.authorization`. */
export interface Masked {
  path: string
  why: string
}

const mask = '[masked]'

/** Names of fields and headers that carry secrets, whatever is in them. */
const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-connector-token|connector_?token|token_?ref|link_token|bearer_?token|.*(password|secret|api[-_]?key))$/i

/** A copy of a value in which everything whose name promises a secret is masked, with the report of it. */
export function maskByName(value: unknown, path = ''): { value: unknown; masked: Masked[] } {
  const masked: Masked[] = []
  return { value: walk(value, path), masked }

  function walk(item: unknown, at: string): unknown {
    if (Array.isArray(item)) return item.map((one, index) => walk(one, `${at}[${index}]`))
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(
      Object.entries(item).map(([name, inner]) => {
        const here = at ? `${at}.${name}` : name
        if (!secretName.test(name) || inner === null || inner === undefined) return [name, walk(inner, here)]
        masked.push({ path: here, why: `a field called ${name} holds a secret` })
        return [name, mask]
      })
    )
  }
}
