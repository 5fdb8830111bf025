import type { z } from 'zod'
import { connectorFields, connectorRecord } from '../../shared/connectors/connector'
import { atOnce, inTurns } from '../base/turns'
import { finding, pieces, reachOf, type Span } from './finding'
import { changedTextsOf } from './free-texts'
import { hidden } from './masked'
import { readings } from './readings'
import { longestKnown, shortestSecret, TokenDigests, type SharedDigests, type TokenDigest } from './token-digests'

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
   * blank out innocent text and the names of fields. One that no header could hold is known by its beginning.
   */
  add(whole: string): void {
    const secret = whole.slice(0, longestKnown)
    if (connectorFields.has(secret)) return
    for (const form of formsOf(secret)) {
      const added = form.length < shortestSecret ? null : this.digests.add(form)
      if (added && isKept(secret, added)) this.keeper?.keep(added)
    }
  }

  /** How many are known; it only grows. */
  get secrets(): number {
    return this.digests.size
  }

  mask = (text: string): string => {
    let [clean, done] = ['', 0]
    for (const { from, to } of this.places(text)) {
      clean += text.slice(done, from) + hidden
      done = to
    }
    return done === 0 ? text : clean + text.slice(done)
  }

  /** Where secrets are in a text, in order and apart from each other. */
  places(text: string): Span[] {
    return atOnce(finding(text, this.digests))
  }

  /** How far a secret may reach in a text. */
  get reach(): number {
    return reachOf(this.digests)
  }

  holds(text: string): boolean {
    return this.places(text).length > 0
  }

  /** Whether a text within a plain value holds a secret, names of keys too: what `cleanForeign` would change. */
  holdsWithin(value: unknown): boolean {
    const texts = new Texts()
    texts.take(value, never)
    return !this.isClean(texts)
  }

  /**
   * Whether what a person typed holds a secret: in free text, and in what names something.
   * @param kept names that were there before, and are handed back as they are
   */
  holdsTyped(schema: z.core.$ZodType, value: unknown, kept: ReadonlySet<string> = new Set()): boolean {
    const texts = new Texts()
    const noted = (text: string) => (kept.has(text) ? text : texts.noted(text))
    changedTextsOf(schema, value, { text: noted, name: noted, foreign: texts.noted })
    return !this.isClean(texts)
  }

  /** The pieces of a text that spell a secret, as they stand in it, each once; the longest first. */
  found(text: string): string[] {
    return pieces(text, this.places(text))
  }

  /** As `found`, for a long text: everybody else has a turn every few ms. */
  async search(text: string): Promise<string[]> {
    return pieces(text, await inTurns(finding(text, this.digests)))
  }

  /** What it knows, for a thread that looks through long texts itself. */
  get shared(): SharedDigests {
    return this.digests.shared
  }

  /** The name of the first text that holds a secret; each may be in pieces, and a secret in two of them. */
  async nameOfLeak(texts: ReadonlyMap<string, readonly string[]>): Promise<string | null> {
    for (const [name, parts] of texts) if ((await this.search(parts.join(''))).length > 0) return name
    return null
  }

  /**
   * A value of our own shape with its free texts masked; the same one where they hold no secret. Names of fields, words of
   * enums and what the shape marks as a name stay: a token may be called like any of them.
   */
  clean<T>(schema: z.core.$ZodType, value: T): T {
    const texts = new Texts((one) => this.looked.get(one) === this.digests.size)
    // Most often there is nothing to mask: JSON is then looked through as it is, and not read.
    changedTextsOf(schema, value, { text: texts.noted, json: texts.noted, foreign: texts.noted })
    if (this.isClean(texts)) return value
    return changedTextsOf(schema, value, { text: this.mask, foreign: (inner) => this.cleanForeign(inner) }) as T
  }

  /**
   * What is of somebody else's shape with every text in it masked, names of keys too; the same one where it holds no
   * secret. A record that `cleanEach` found clean is not looked through again until another secret is known: nothing may
   * change it meanwhile.
   * @param own further secrets, which may be as short as a word: hidden where one is the whole of a text
   */
  cleanForeign<T>(value: T, own: readonly string[] = []): T {
    const texts = new Texts((one) => own.length === 0 && this.looked.get(one) === this.digests.size)
    const isOwn = own.length === 0 ? never : (text: string) => own.includes(text)
    return texts.take(value, isOwn) && this.isClean(texts) ? value : (cleaned(value, this.mask, isOwn) as T)
  }

  /**
   * Records of connectors, each with its own further secret or none. They are looked through at once: many times as quick
   * for the records of a list, where none holds a secret. The words by which the app judges a connector, and its id, stay.
   */
  cleanEach<T extends object>(values: readonly { value: T; own: string | null }[]): T[] {
    const texts = new Texts()
    const holdOwn = values.filter(({ value, own }) => !texts.take(value, own === null ? never : (text) => text === own))
    if (holdOwn.length === 0 && this.isClean(texts)) {
      for (const { value } of values) if (isPlain(value)) this.looked.set(value, this.digests.size)
      return values.map(({ value }) => value)
    }
    return values.map(({ value, own }) => {
      if (own === null) return this.clean(connectorRecord, value)
      const isOwn = (text: string) => text === own
      const text = (one: string) => (isOwn(one) ? hidden : this.mask(one))
      return changedTextsOf(connectorRecord, value, { text, foreign: (inner) => this.cleanForeign(inner, [own]) }) as T
    })
  }

  private isClean(texts: Texts): boolean {
    return !this.holds(texts.joined())
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

/**
 * Words may be a token to a service that is odd or hostile: they must not be masked for good. Nor is a short beginning
 * kept, from which half of a secret could be guessed.
 */
const isKept = (secret: string, { begins, length }: TokenDigest) =>
  length >= (begins ? 16 : 12) && /[^\p{L}\s]/u.test(secret)

type IsOwn = (text: string) => boolean
const never: IsOwn = () => false

/** All texts of plain values, the names of their keys too, which many share; what is binary has none. */
class Texts {
  private readonly texts: string[] = []
  private readonly names = new Set<string>()

  /** @param known what is left out, as it was looked through before */
  constructor(private readonly known: (value: object) => boolean = () => false) {}

  /** Takes what is in a value. @returns it as it is */
  noted = <T>(value: T): T => {
    this.take(value, never)
    return value
  }

  /** @returns false where one of them is a secret of the value's own */
  take(value: unknown, isOwn: IsOwn): boolean {
    if (typeof value === 'string') {
      // No secret fits into a shorter one, and none is in two texts.
      if (value.length >= shortestSecret) this.texts.push(value)
      return !isOwn(value)
    }
    let without = true
    if (Array.isArray(value)) for (const item of value) without = this.take(item, isOwn) && without
    else if (isPlain(value) && !this.known(value)) {
      // Entries would be an array for each of 100,000 records.
      for (const name in value) {
        this.names.add(name)
        without = this.take((value as Record<string, unknown>)[name], isOwn) && !isOwn(name) && without
      }
    }
    return without
  }

  joined(): string {
    return [...this.names, ...this.texts].join('\0')
  }
}

function cleaned(value: unknown, mask: (text: string) => string, isOwn: IsOwn): unknown {
  if (typeof value === 'string') return isOwn(value) ? hidden : mask(value)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, mask, isOwn))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [mask(name), cleaned(item, mask, isOwn)]))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Map)
