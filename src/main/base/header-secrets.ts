import { indexJson, isProblem, none, type JsonIndex } from '../../shared/passthrough/json-index'
import { isSecretHeader } from '../../shared/passthrough/secrets'

/**
 * Where texts of headers hold credentials in a JSON text, without their quotes, however deep. Headers are an object, a
 * list of names and values in turn, of pairs, or of `{name, value}`.
 */
export function headerSecrets(json: string): { from: number; to: number }[] {
  const index = indexJson(json, { depth: Infinity })
  if (isProblem(index)) return []
  const read = new Reader(index)
  const found: { from: number; to: number }[] = []
  for (let n = 0; n < index.count; n++) {
    if (!/headers$/i.test(read.key(n) ?? '')) continue
    const end = index.next[n] ?? index.count
    const flat = isFlat(read, n)
    for (; n < end; n++) {
      for (const secret of secretsOf(read, n, flat)) {
        const literal = read.literal(secret)
        const from = (index.start[secret] ?? 0) + 1
        if (literal !== null && literal.length > 2) found.push({ from, to: from + literal.length - 2 })
      }
    }
    n--
  }
  return found
}

/** Names and values in turn. */
function isFlat(read: Reader, headers: number): boolean {
  return read.children(headers).every((n) => read.key(n) === null && read.literal(n) !== null)
}

/** Of one object or list, without what is within its values. */
function secretsOf(read: Reader, container: number, flat: boolean): number[] {
  const within = read.children(container)
  const named = within.find((n) => /^(name|key)$/i.test(read.key(n) ?? ''))
  return within.flatMap((n, at) => {
    const key = read.key(n)
    const nameIn = flat ? within[at - (at % 2)] : key === null ? within[0] : /^value$/i.test(key) ? named : undefined
    if (nameIn === n) return []
    const name = nameIn === undefined ? key : read.text(nameIn)
    return isSecretHeader(name ?? '') ? [n, ...read.children(n)] : []
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
