import { indexJson, isProblem, none, type JsonIndex } from '../../shared/passthrough/json-index'
import { isSecretHeader } from '../../shared/passthrough/secrets'

/**
 * Texts of headers that hold credentials, as written in a JSON text, however deep. Headers are an object, a list of
 * pairs, or of `{name, value}`.
 */
export function headerSecrets(json: string): string[] {
  const index = indexJson(json, { depth: Infinity })
  if (isProblem(index)) return []
  const read = new Reader(index)
  const found: string[] = []
  for (let n = 0; n < index.count; n++) {
    if (!/headers$/i.test(read.key(n) ?? '')) continue
    const end = index.next[n] ?? index.count
    for (; n < end; n++) found.push(...secretsOf(read, n))
    n--
  }
  return found.map((literal) => literal.slice(1, -1)).filter(Boolean)
}

/** Of one object or list, without what is within its values. */
function secretsOf(read: Reader, container: number): string[] {
  const within = read.children(container)
  const named = within.find((n) => /^(name|key)$/i.test(read.key(n) ?? ''))
  const first = within[0]
  const pair = first !== undefined && read.key(first) === null && isSecretHeader(read.text(first) ?? '')
  return within.flatMap((n, at) => {
    const key = read.key(n)
    const name = key !== null && /^value$/i.test(key) && named !== undefined ? read.text(named) : key
    const isSecret = key === null ? pair && at > 0 : isSecretHeader(name ?? '')
    return isSecret ? [n, ...read.children(n)].flatMap((one) => read.literal(one) ?? []) : []
  })
}

class Reader {
  constructor(private readonly index: JsonIndex) {}

  children(n: number): number[] {
    const { next, count } = this.index
    const found: number[] = []
    for (let child = n + 1; child < (next[n] ?? count); child = next[child] ?? count) found.push(child)
    return found
  }

  /** null outside objects */
  key(n: number): string | null {
    const { text, key, start } = this.index
    const at = key[n] ?? none
    return at === none ? null : (JSON.parse(text.slice(at, text.lastIndexOf('"', (start[n] ?? 0) - 1) + 1)) as string)
  }

  text(n: number): string | null {
    const literal = this.literal(n)
    return literal === null ? null : (JSON.parse(literal) as string)
  }

  /** With its quotes; null if it is no text. */
  literal(n: number): string | null {
    const { text, start, end } = this.index
    const from = start[n] ?? 0
    return text[from] === '"' ? text.slice(from, end[n]) : null
  }
}
