import { connectorFields } from '../../shared/model/connector'
import { atOnce, inTurns } from '../base/turns'
import { findIn } from './encodings'
import { hidden } from './masked'
import { readings } from './readings'
import { shortestSecret, TokenDigests, type TokenDigest } from './token-digests'

/** Units that are looked through in one go, some 5 ms. */
const windowLength = 131_072
/** Units one of a secret may take: escaped for JSON in JSON, or percent-encoded twice. */
const widest = 13

interface Span {
  from: number
  to: number
}

/** Keeps digests from one session to the next. */
export interface DigestKeeper {
  salt: string
  kept: Iterable<TokenDigest>
  keep(digest: TokenDigest): void
}

/**
 * The one masker: takes every secret this app knows or ever knew out of texts, by value. Bearer, connector and link
 * tokens and the keys of webhooks are found as they are, in base64 (so in Basic, too) wherever in a longer text they
 * stand, in hexadecimal, percent-encoded, as entities of XML, escaped for JSON, and in any of these within another.
 *
 * It holds no secret itself, only salted digests: one may leave memory with its workspace and is masked all the same.
 */
export class Masker {
  private readonly digests: TokenDigests
  /** Records that were looked through and hold no secret, with how many secrets were known then. */
  private readonly looked = new WeakMap<object, number>()

  constructor(private readonly keeper: DigestKeeper | null = null) {
    this.digests = new TokenDigests(keeper?.salt)
    for (const digest of keeper?.kept ?? []) this.digests.put(digest)
  }

  /**
   * Takes in a secret. One that is very short, or called like a field of a connector, is left alone: masking it would
   * blank out innocent text and the names of fields.
   */
  add(secret: string): void {
    if (connectorFields.has(secret)) return
    for (const form of formsOf(secret)) {
      const added = form.length < shortestSecret ? null : this.digests.add(form)
      if (added && isKept(secret)) this.keeper?.keep(added)
    }
  }

  mask = (text: string): string => {
    let [clean, done] = ['', 0]
    for (const { from, to } of atOnce(this.finding(text))) {
      clean += text.slice(done, from) + hidden
      done = to
    }
    return done === 0 ? text : clean + text.slice(done)
  }

  holds(text: string): boolean {
    return atOnce(this.finding(text)).length > 0
  }

  /** The pieces of a text that spell a secret, as they stand in it, each once; the longest first. */
  found(text: string): string[] {
    return pieces(text, atOnce(this.finding(text)))
  }

  /** As `found`, for a long text: everybody else has a turn every few ms. */
  async search(text: string): Promise<string[]> {
    return pieces(text, await inTurns(this.finding(text)))
  }

  /** The name of the first text that holds a secret; each may be in pieces, and a secret in two of them. */
  async nameOfLeak(texts: ReadonlyMap<string, readonly string[]>): Promise<string | null> {
    for (const [name, parts] of texts) if ((await this.search(parts.join(''))).length > 0) return name
    return null
  }

  /**
   * A plain value with every text in it masked, names of keys too; the same one where it holds no secret. A record that
   * `cleanEach` found clean is not looked through again until another secret is known: nothing may change it meanwhile.
   * @param own further secrets, which may be as short as a word: hidden where one is the whole of a text
   */
  clean<T>(value: T, own: readonly string[] = []): T {
    const known = (one: object) => own.length === 0 && this.looked.get(one) === this.digests.size
    return this.isClean(textsOf(value, known), own) ? value : (cleaned(value, this.mask, own) as T)
  }

  /**
   * As `clean`, for many values, each with its own further secret or none. They are looked through at once, and what
   * they have in common only once: five times as quick for the records of a list, where none holds a secret.
   */
  cleanEach<T>(values: readonly { value: T; own: string | null }[]): T[] {
    const texts = new Set<string>()
    for (const { value } of values) textsOf(value, () => false, texts)
    const owns = values.flatMap(({ own }) => own ?? [])
    if (this.isClean(texts, owns)) {
      for (const { value } of values) if (isPlain(value)) this.looked.set(value, this.digests.size)
      return values.map(({ value }) => value)
    }
    return values.map(({ value, own }) => this.clean(value, own === null ? [] : [own]))
  }

  private isClean(texts: ReadonlySet<string>, own: readonly string[]): boolean {
    return !own.some((secret) => texts.has(secret)) && !this.holds([...texts].join('\0'))
  }

  /** Where secrets are, in order and apart from each other. */
  private *finding(text: string): Generator<void, Span[], void> {
    const spans: Span[] = []
    if (this.digests.size === 0 || text.length < shortestSecret) return spans
    const overlap = this.digests.longest * widest
    for (let start = 0; start === 0 || start + overlap < text.length; start += windowLength) {
      for (const { units, from } of readings(text.slice(start, start + windowLength + overlap))) {
        findIn(units, this.digests, (first, end) => {
          spans.push({ from: start + (from[first] as number), to: start + (from[end] as number) })
        })
      }
      yield
    }
    return apart(spans)
  }
}

/** A secret as it is; by its bytes, as encodings hold it; as a form writes its spaces; and as what it says unescaped. */
function formsOf(secret: string): Set<string> {
  const forms = new Set([secret])
  for (const { units } of readings(secret)) forms.add(String.fromCharCode(...units))
  for (const form of [...forms]) forms.add(form.replaceAll(' ', '+'))
  for (const form of [...forms]) forms.add(Buffer.from(form).toString('latin1'))
  return forms
}

/** Words may be a token to a service that is odd or hostile: they must not be masked for good. */
const isKept = (secret: string) => secret.length >= 12 && /[^\p{L}\s]/u.test(secret)

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

function pieces(text: string, spans: readonly Span[]): string[] {
  return [...new Set(spans.map(({ from, to }) => text.slice(from, to)))].sort((a, b) => b.length - a.length)
}

/** All texts in a plain value, the names of its keys too; what is binary has none. @param known what is left out */
function textsOf(value: unknown, known: (value: object) => boolean, into = new Set<string>()): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (Array.isArray(value)) for (const item of value) textsOf(item, known, into)
  else if (isPlain(value) && !known(value))
    for (const [name, item] of Object.entries(value)) textsOf(item, known, into.add(name))
  return into
}

function cleaned(value: unknown, mask: (text: string) => string, own: readonly string[]): unknown {
  if (typeof value === 'string') return own.includes(value) ? hidden : mask(value)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, mask, own))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [mask(name), cleaned(item, mask, own)]))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Map)
