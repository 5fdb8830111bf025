import type { z } from 'zod'
import { connectorFields, connectorRecord } from '../../shared/connectors/connector'
import { atOnce, inTurns } from '../base/turns'
import { finding, pieces, reachOf, type Span } from './finding'
import { changedTextsOf } from './free-texts'
import { hidden } from './masked'
import { readings } from './readings'
import { longestKnown, shortestSecret, TokenDigests, type SharedDigests, type TokenDigest } from './token-digests'

/** Keeps digests between sessions. */
export interface DigestKeeper {
  salt: string
  kept: Iterable<TokenDigest>
  keep(digest: TokenDigest): void
}

/**
 * The only masker: removes every secret this app ever knew from texts. Finds bearer, connector and link tokens and
 * webhook keys plain, in base64 (also Basic) at any offset, hexadecimal, percent-encoded, as XML entities,
 * JSON-escaped, and in nestings of these. It holds salted digests only, so a secret stays masked after it leaves
 * memory.
 */
export class Masker {
  private readonly digests: TokenDigests
  /** Clean records, with the number of secrets known then. */
  private readonly looked = new WeakMap<object, number>()

  constructor(private readonly keeper: DigestKeeper | null = null) {
    this.digests = new TokenDigests(keeper?.salt)
    for (const digest of keeper?.kept ?? []) this.digests.put(digest)
  }

  /**
   * Learns a secret. Skips a very short one, or one named like a connector field: masking would blank innocent text.
   * Knows an overlong one by its beginning.
   */
  add(whole: string): void {
    const secret = whole.slice(0, longestKnown)
    if (connectorFields.has(secret)) return
    for (const form of formsOf(secret)) {
      const added = form.length < shortestSecret ? null : this.digests.add(form)
      if (added && isKept(secret, added)) this.keeper?.keep(added)
    }
  }

  /** Number of known secrets; it only grows. */
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

  /** Secrets in a text, in order, without overlap. */
  places(text: string): Span[] {
    return atOnce(finding(text, this.digests))
  }

  /** Longest reach of a secret in a text, units. */
  get reach(): number {
    return reachOf(this.digests)
  }

  holds(text: string): boolean {
    return this.places(text).length > 0
  }

  /** True if any text or key name holds a secret: `cleanForeign` would change it. */
  holdsWithin(value: unknown): boolean {
    const texts = new Texts(this.digests.shortest)
    texts.take(value, never)
    return !this.isClean(texts)
  }

  /**
   * True if a person typed a secret, in free text or a name.
   * @param kept earlier names, which return unchanged
   */
  holdsTyped(schema: z.core.$ZodType, value: unknown, kept: ReadonlySet<string> = new Set()): boolean {
    const texts = new Texts(this.digests.shortest)
    const noted = (text: string) => (kept.has(text) ? text : texts.noted(text))
    changedTextsOf(schema, value, { text: noted, name: noted, foreign: texts.noted })
    return !this.isClean(texts)
  }

  /** Each distinct spelling of a secret in a text, longest first. */
  found(text: string): string[] {
    return pieces(text, this.places(text))
  }

  /** As `found`, for a long text: pauses every few ms. */
  async search(text: string): Promise<string[]> {
    return pieces(text, await inTurns(finding(text, this.digests)))
  }

  /** For a thread that searches long texts itself. */
  get shared(): SharedDigests {
    return this.digests.shared
  }

  /** Names the first text with a secret; a secret may span two pieces. */
  async nameOfLeak(texts: ReadonlyMap<string, readonly string[]>): Promise<string | null> {
    for (const [name, parts] of texts) if ((await this.search(parts.join(''))).length > 0) return name
    return null
  }

  /**
   * Masks a value's free texts; the same value if clean. Field names, enum words and marked names stay: a token may be
   * called like any of them.
   */
  clean<T>(schema: z.core.$ZodType, value: T): T {
    const texts = new Texts(this.digests.shortest, (one) => this.looked.get(one) === this.digests.size)
    // Mostly there is nothing to mask, so JSON is searched without parsing.
    changedTextsOf(schema, value, { text: texts.noted, json: texts.noted, foreign: texts.noted })
    if (this.isClean(texts)) return value
    return changedTextsOf(schema, value, { text: this.mask, foreign: (inner) => this.cleanForeign(inner) }) as T
  }

  /**
   * Masks every text and key name of a foreign value; the same value if clean. A record that `cleanEach` found clean is
   * searched again only after a new secret: nothing may change it meanwhile.
   * @param own further secrets, even short words: hidden if one is a whole text
   */
  cleanForeign<T>(value: T, own: readonly string[] = []): T {
    const texts = new Texts(
      this.digests.shortest,
      (one) => own.length === 0 && this.looked.get(one) === this.digests.size
    )
    const isOwn = own.length === 0 ? never : (text: string) => own.includes(text)
    return texts.take(value, isOwn) && this.isClean(texts) ? value : (cleaned(value, this.mask, isOwn) as T)
  }

  /**
   * Masks connector records, each with its own further secret or none. One search for all is many times faster, because
   * mostly none holds a secret. The id and the words for the diagnosis stay.
   */
  cleanEach<T extends object>(values: readonly { value: T; own: string | null }[]): T[] {
    const texts = new Texts(this.digests.shortest)
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

/** Forms of a secret: plain, bytes, with a form's spaces, unescaped. */
function formsOf(secret: string): Set<string> {
  const forms = new Set([secret])
  // Most tokens are plain: nothing to undo, and one form. There are 100,000 of them.
  if (/^[\w.~-]*$/.test(secret)) return forms
  for (const { units } of readings(secret)) forms.add(String.fromCharCode(...units))
  for (const form of [...forms]) forms.add(form.replaceAll(' ', '+'))
  for (const form of [...forms]) forms.add(Buffer.from(form).toString('latin1'))
  return forms
}

/**
 * Words that an odd or hostile service uses as tokens must not stay masked for good. A short beginning is not kept
 * either: half of a secret could be guessed from it.
 */
const isKept = (secret: string, { begins, length }: TokenDigest) =>
  length >= (begins ? 16 : 12) && /[^\p{L}\s]/u.test(secret)

type IsOwn = (text: string) => boolean
const never: IsOwn = () => false

/** All texts and shared key names of plain values; skips binary data. */
class Texts {
  private readonly texts: string[] = []
  private readonly names = new Set<string>()

  /**
   * @param shortest secret, in units: a shorter text holds none, and no secret spans two texts
   * @param known true for values searched before
   */
  constructor(
    private readonly shortest: number,
    private readonly known: (value: object) => boolean = () => false
  ) {}

  /** @returns the value unchanged */
  noted = <T>(value: T): T => {
    this.take(value, never)
    return value
  }

  /** @returns false if a text is the value's own secret */
  take(value: unknown, isOwn: IsOwn): boolean {
    if (typeof value === 'string') {
      if (value.length >= this.shortest) this.texts.push(value)
      return !isOwn(value)
    }
    let without = true
    if (Array.isArray(value)) for (const item of value) without = this.take(item, isOwn) && without
    else if (isPlain(value) && !this.known(value)) {
      // Object.entries would make an array per record, for 100,000 records.
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
