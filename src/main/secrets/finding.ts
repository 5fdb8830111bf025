import { findIn } from './encodings'
import { readings } from './readings'
import { shortestSecret, type TokenDigests } from './token-digests'

/** Units per step, some 5 ms. */
const windowLength = 131_072
/** Units that one unit of a secret may take: escaped for JSON in JSON, or percent-encoded twice. */
const widest = 13

/** In units from the secret's first unit. */
export const reachOf = ({ longest }: Pick<TokenDigests, 'longest'>) => longest * widest

/** `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

/** Secrets in a text, in order, without overlap. Pauses every few ms. */
export function* finding(text: string, digests: TokenDigests): Generator<void, Span[], void> {
  const spans: Span[] = []
  if (digests.longest === 0 || text.length < shortestSecret) return spans
  const overlap = reachOf(digests)
  for (let start = 0; start === 0 || start + overlap < text.length; start += windowLength) {
    for (const { units, from } of readings(text.slice(start, start + windowLength + overlap))) {
      findIn(units, digests, (first, end) => {
        spans.push({ from: start + (from[first] as number), to: start + (from[end] as number) })
      })
    }
    yield
  }
  return apart(spans)
}

function apart(spans: Span[]): Span[] {
  const sorted = spans.sort((one, other) => one.from - other.from)
  const joined: Span[] = []
  for (const span of sorted) {
    const last = joined.at(-1)
    if (last && span.from < last.to) last.to = Math.max(last.to, span.to)
    else joined.push(span)
  }
  return joined
}

/** Each distinct spelling of a secret in a text, longest first. */
export function pieces(text: string, spans: readonly Span[]): string[] {
  return [...new Set(spans.map(({ from, to }) => text.slice(from, to)))].sort((a, b) => b.length - a.length)
}
