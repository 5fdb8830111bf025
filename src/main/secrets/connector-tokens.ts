import { hash, randomUUID } from 'node:crypto'
import type { Category } from '../../shared/connectors/category'
import {
  connectorKey,
  digestLength,
  isConnectorRecord,
  readTitle,
  type Connector,
  type ConnectorRecord,
  type ConnectorRow
} from '../../shared/connectors/connector'
import { AppError } from '../../shared/errors'
import { DigestTable } from '../base/digest-table'
import { withoutLongTexts } from '../base/texts'
import { PageItem } from '../base/page-item'
import { Masker } from './masker'

export interface ListedRow extends ConnectorRow {
  /** JSON */
  readonly text: string
  digest: string
  /** True if unchanged in this session; its record is then made on demand. */
  again: boolean
}

/** An unchanged row without secrets but its token. */
class ListedAgain implements ListedRow {
  readonly again = true
  readonly #item: PageItem

  constructor(
    readonly key: string,
    readonly category: Category,
    readonly tokenRef: string,
    readonly digest: string,
    item: PageItem
  ) {
    this.#item = item
  }

  get record(): ConnectorRecord {
    return ownRecord(this.#item.value as ConnectorRecord)
  }

  get text(): string {
    return JSON.stringify(this.record)
  }
}

export type Listed = Pick<Connector, 'endUser' | 'integrationSlug' | 'isTest'>

/** `key` is `<category>:<id>`. */
export interface ConnectorPlace {
  workspaceId: string
  region: string
  key: string
}

/**
 * The connectors of a place, by number. 100,000 of them take 30 MB: what is kept of one is one text and some numbers, as
 * an object with its own texts takes three times as much.
 */
class Place {
  /** Makes earlier digests useless. The window never learns it: a digest is of a record with its token. */
  readonly session = randomUUID()
  /** Makes earlier handles useless. */
  private readonly handles = randomUUID()
  private readonly keys: string[] = []
  private readonly numbers = new Map<string, number>()
  /** Each has the token, then the customer's name. */
  private readonly texts: string[] = []
  private readonly tokenLengths: number[] = []
  /** null until a list brings it. */
  private readonly integrations: (string | null)[] = []
  private readonly tests: boolean[] = []
  private readonly slugs = new Map<string, string>()
  /** Connectors whose last record held no secret, by its digest, and how many secrets were known then. */
  private readonly clean = new DigestTable()
  private readonly secrets: number[] = []
  /** By token; made when asked for. */
  private byToken: Map<string, number> | null = null

  /** @returns -1 for none */
  numberOf(key: string): number {
    return this.numbers.get(key) ?? -1
  }

  cleanOf(digest: string): number {
    return this.clean.numberOf(digest)
  }

  withToken(token: string): string | null {
    this.byToken ??= new Map(this.texts.map((_, number) => [this.token(number), number]))
    return this.keys[this.byToken.get(token) ?? -1] ?? null
  }

  key(number: number): string {
    return this.keys[number] ?? ''
  }

  /** The same through the session. */
  ref(number: number): string {
    return `${this.handles} ${number}`
  }

  token(number: number): string {
    return this.texts[number]?.slice(0, this.tokenLengths[number]) ?? ''
  }

  listed(number: number): Listed | null {
    const integrationSlug = this.integrations[number] ?? null
    if (integrationSlug === null) return null
    const endUser = this.texts[number]?.slice(this.tokenLengths[number]) ?? ''
    return { endUser, integrationSlug, isTest: this.tests[number] ?? false }
  }

  /** @returns its number */
  put(key: string, token: string, listed: Listed | null): number {
    const known = this.numberOf(key)
    const number = known < 0 ? this.keys.push(key) - 1 : known
    if (known < 0) this.numbers.set(key, number)
    const changed = known < 0 || this.token(number) !== token
    if (changed) {
      this.byToken = null
      this.noteClean(number, null, 0)
    }
    const shown = listed ?? this.listed(number)
    // V8 keeps a joined text as its parts; `join` writes one.
    const text = [token, shown?.endUser ?? ''].join('')
    if (changed || text !== this.texts[number]) this.texts[number] = text
    this.tokenLengths[number] = token.length
    const slug = shown?.integrationSlug ?? null
    if (slug !== null && !this.slugs.has(slug)) this.slugs.set(slug, slug)
    this.integrations[number] = slug === null ? null : (this.slugs.get(slug) ?? null)
    this.tests[number] = shown?.isTest ?? false
    return number
  }

  noteClean(number: number, digest: string | null, secrets: number): void {
    this.secrets[number] = secrets
    if (digest === null) this.clean.drop(number)
    else this.clean.put(number, digest)
  }

  /** The same record, after another search. */
  noteStillClean(number: number, secrets: number): void {
    this.secrets[number] = secrets
  }

  /** How many secrets were known when its record was found clean. */
  secretsOf(number: number): number {
    return this.secrets[number] ?? 0
  }
}

export interface ListPlace {
  workspaceId: string
  region: string
  category: Category
}

export interface HeldToken {
  ref: string
  token: string
}

/**
 * Connector tokens from lists, in memory only. The renderer gets a handle instead: the same for a connector through the
 * session, useless afterwards.
 */
export class ConnectorTokens {
  private readonly places = new Map<string, Place>()

  /** @param masker learns each token before any other code gets it */
  constructor(private readonly masker = new Masker()) {}

  /**
   * A record for the renderer, without its token, also where another field repeats it.
   * @throws AppError bad-response for an item that is not a connector record
   */
  toRow(of: ListPlace, item: unknown): ConnectorRow {
    const [row] = this.toRows(of, [item])
    if (!row) throw new AppError('bad-response', 'The page holds an item that is not a connector record.')
    return row
  }

  /** Skips items that are not connector records, to keep their neighbours. */
  toRows(of: ListPlace, items: readonly unknown[]): ConnectorRow[] {
    const listed = this.toListed(
      of,
      items.map((item) => new PageItem(JSON.stringify(item) ?? '', item))
    )
    return listed.map(({ key, category, tokenRef, record }) => ({ key, category, tokenRef, record }))
  }

  /**
   * With each record as text. Most records do not change between refreshes: a clean record is searched again only after
   * a new secret, and parsed again only if its text may hold one.
   * @throws AppError bad-response for an item that is not JSON
   */
  toListed(of: ListPlace, items: readonly PageItem[]): ListedRow[] {
    const place = this.placeOf(of)
    const read = items.flatMap((item) => {
      const digest = digestOf(place, of.category, item.text)
      const known = place.cleanOf(digest)
      return known >= 0 ? { digest, item, known } : (this.read(place, of.category, item, digest) ?? [])
    })
    // Counts the secrets after the whole page's tokens.
    const secrets = this.masker.secrets
    const older = read.flatMap((one) => ('known' in one && place.secretsOf(one.known) !== secrets ? one : []))
    const keys = new Set(read.flatMap((one) => ('own' in one ? one.key : [])))
    // Of a connector that a page holds twice, the last record gives its token.
    const needsParsing = ({ known, item }: KnownRecord) => isEscaped(item.text) || keys.has(place.key(known))
    const parsed = new Set(this.mayHoldSecrets(place, older) ? older : older.filter(needsParsing))
    // Decides before noting: a page may repeat an id.
    const each = read.map((one) => {
      if ('own' in one) return one
      const { known, digest, item } = one
      if (parsed.has(one)) return this.read(place, of.category, item, digest)
      place.noteStillClean(known, secrets)
      return new ListedAgain(place.key(known), of.category, place.ref(known), digest, item)
    })
    const looked = this.masker.cleanEach(each.flatMap((one) => (one && 'own' in one ? one : [])))
    let next = 0
    return each.flatMap((one) => {
      if (!one || one instanceof ListedAgain) return one ?? []
      const { key, own, value, digest } = one
      const clean = looked[next++] as ConnectorRecord
      const held = own === null ? null : place.put(key, own, readTitle(clean))
      if (held !== null) place.noteClean(held, clean === value ? digest : null, secrets)
      const row = { key, category: of.category, tokenRef: held === null ? null : place.ref(held), again: false }
      if (clean === value) return { ...row, record: value, text: JSON.stringify(value), digest }
      const text = JSON.stringify(clean)
      return { ...row, record: clean, text, digest: digestOf(place, key, `${own !== null} ${text}`) }
    })
  }

  /** Of records that came before: as texts of JSON, those without escapes, less their own tokens. */
  private mayHoldSecrets(place: Place, older: readonly KnownRecord[]): boolean {
    const texts = older.flatMap(({ known, item: { text } }) =>
      isEscaped(text) ? [] : text.replace(`"${place.token(known)}"`, '')
    )
    return this.masker.holds(texts.join('\0'))
  }

  /** Reads a record and learns its token. Undefined for no connector record. */
  private read(place: Place, category: Category, { value: item }: PageItem, digest: string): ReadRecord | undefined {
    if (!isConnectorRecord(item)) return undefined
    const token = item['connector_token']
    const key = connectorKey(category, item.id)
    const own = typeof token === 'string' && token ? token : null
    if (own !== null && place.token(place.numberOf(key)) !== own) this.masker.add(own)
    return { key, own, value: ownRecord(item), digest }
  }

  /** Finds a token of this session by connector, not by handle. */
  find(of: ConnectorPlace): HeldToken | undefined {
    const place = this.places.get(nameOf(of))
    const number = place?.numberOf(of.key) ?? -1
    return place && number >= 0 ? { ref: place.ref(number), token: place.token(number) } : undefined
  }

  /** The connector and its customer from this session's lists. */
  listed(of: ConnectorPlace): Listed | null {
    const place = this.places.get(nameOf(of))
    return place?.listed(place.numberOf(of.key)) ?? null
  }

  /** Learns a token from elsewhere, such as the keychain. */
  hold(of: ConnectorPlace, token: string): HeldToken {
    this.masker.add(token)
    const place = this.placeOf(of)
    return { ref: place.ref(place.put(of.key, token, null)), token }
  }

  /** `<category>:<id>` of the token's connector, if listed in this session. */
  keyOf(of: { workspaceId: string; region: string }, token: string): string | null {
    return this.places.get(nameOf(of))?.withToken(token) ?? null
  }

  /** True if a known handle belongs to this connector. */
  belongs(ref: string, of: ConnectorPlace): boolean {
    return this.tokenFor(ref) === null || this.find(of)?.ref === ref
  }

  /** @throws AppError not-found for a handle of an earlier session or a removed workspace */
  tokenOf(ref: string): string {
    const token = this.tokenFor(ref)
    if (token === null)
      throw new AppError('not-found', 'This connector was listed in an earlier session. Refresh the list.')
    return token
  }

  /** null for a handle of an earlier session */
  private tokenFor(ref: string): string | null {
    const number = Number(ref.split(' ')[1])
    for (const place of this.places.values()) if (place.ref(number) === ref) return place.token(number) || null
    return null
  }

  forgetAll(): void {
    this.forget('')
  }

  forgetWorkspace(workspaceId: string): void {
    this.forget(`${workspaceId} `)
  }

  forgetRegion(workspaceId: string, region: string): void {
    this.forget(`${nameOf({ workspaceId, region })} `)
  }

  private forget(beginning: string): void {
    for (const name of this.places.keys()) if (`${name} `.startsWith(beginning)) this.places.delete(name)
  }

  private placeOf(of: { workspaceId: string; region: string }): Place {
    const name = nameOf(of)
    const place = this.places.get(name) ?? new Place()
    this.places.set(name, place)
    return place
  }
}

/** A record that was clean, by its connector's number. */
interface KnownRecord {
  digest: string
  item: PageItem
  known: number
}

/** Whether values of a JSON text are other than they are written, or hold texts that are. */
const isEscaped = (text: string) => /[\\%&]/.test(text)

/** A record without its token, not searched yet. */
interface ReadRecord {
  key: string
  own: string | null
  value: ConnectorRecord
  digest: string
}

/** Differs in each session. */
const digestOf = ({ session }: Place, whose: string, text: string) =>
  hash('sha1', `${session} ${whose} ${text}`, 'base64').slice(0, digestLength)

const ownRecord = (item: ConnectorRecord) => withoutToken(withoutLongTexts(item))

const nameOf = ({ workspaceId, region }: { workspaceId: string; region: string }) => `${workspaceId} ${region}`

/**
 * Copies by names: object rest is several times slower, and there are 100,000 records. A number such as 1e400 would
 * become null in JSON, as if the service had sent none; as a text it stays visible as wrong.
 */
function withoutToken(record: ConnectorRecord): ConnectorRecord {
  const copy = {} as ConnectorRecord
  for (const name in record) {
    const value = record[name]
    const kept = value === Infinity || value === -Infinity ? String(value) : value
    if (name === '__proto__') Object.defineProperty(copy, name, { ...own, value: kept })
    else if (name !== 'connector_token') copy[name] = kept
  }
  return copy
}

const own = { writable: true, enumerable: true, configurable: true }
