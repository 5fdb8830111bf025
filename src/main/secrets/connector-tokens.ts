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
import { withoutLongTexts } from '../base/texts'
import { PageItem } from '../base/page-item'
import { Masker } from './masker'

interface Known {
  key: string
  ref: string
  token: string
  /** Null until a list brings it. */
  listed: Listed | null
  /** Digest of its last record, if that held no secret, and the number of secrets known then. */
  clean: { digest: string; secrets: number } | null
}

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

interface Place {
  /** Makes earlier handles and digests useless. */
  session: string
  /** By `<category>:<id>`. */
  connectors: Map<string, Known>
  /** `<category>:<id>` by token. */
  keys: Map<string, string>
  /** Connectors with clean records, by the record's digest. */
  clean: Map<string, Known>
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
  private readonly byRef = new Map<string, Known>()
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
   * With each record as text. Most records do not change between refreshes: a clean record is not parsed again, and
   * searched again only after a new secret.
   * @throws AppError bad-response for an item that is not JSON
   */
  toListed(of: ListPlace, items: readonly PageItem[]): ListedRow[] {
    const place = this.placeOf(of)
    const read = items.flatMap((item) => {
      const digest = digestOf(place, of.category, item.text)
      const known = place.clean.get(digest)
      return known ? { digest, item, known } : (this.read(place, of.category, item, digest) ?? [])
    })
    // Counts the secrets after the whole page's tokens.
    const secrets = this.masker.secrets
    // Decides before noting: a page may repeat an id.
    const each = read.map((one) => {
      if ('own' in one) return one
      const { known, digest, item } = one
      if (known.clean?.secrets !== secrets) return this.read(place, of.category, item, digest)
      return new ListedAgain(known.key, of.category, known.ref, digest, item)
    })
    const looked = this.masker.cleanEach(each.flatMap((one) => (one && 'own' in one ? one : [])))
    let next = 0
    return each.flatMap((one) => {
      if (!one || one instanceof ListedAgain) return one ?? []
      const { key, own, value, digest } = one
      const clean = looked[next++] as ConnectorRecord
      const held = own === null ? null : this.held(place, key, own, readTitle(clean))
      if (held) noteClean(place, held, clean === value ? { digest, secrets } : null)
      const row = { key, category: of.category, tokenRef: held?.ref ?? null, again: false }
      if (clean === value) return { ...row, record: value, text: JSON.stringify(value), digest }
      const text = JSON.stringify(clean)
      return { ...row, record: clean, text, digest: digestOf(place, key, `${own !== null} ${text}`) }
    })
  }

  /** Reads a record and learns its token. Undefined for no connector record. */
  private read(place: Place, category: Category, { value: item }: PageItem, digest: string): ReadRecord | undefined {
    if (!isConnectorRecord(item)) return undefined
    const token = item['connector_token']
    const key = connectorKey(category, item.id)
    const own = typeof token === 'string' && token ? token : null
    if (own !== null && place.connectors.get(key)?.token !== own) this.masker.add(own)
    return { key, own, value: ownRecord(item), digest }
  }

  /** Finds a token of this session by connector, not by handle. */
  find(of: ConnectorPlace): HeldToken | undefined {
    const known = this.knownOf(of)
    return known && { ref: known.ref, token: known.token }
  }

  /** The connector and its customer from this session's lists. */
  listed(of: ConnectorPlace): Listed | null {
    return this.knownOf(of)?.listed ?? null
  }

  /** Learns a token from elsewhere, such as the keychain. */
  hold(of: ConnectorPlace, token: string): HeldToken {
    this.masker.add(token)
    return { ref: this.held(this.placeOf(of), of.key, token, null).ref, token }
  }

  /** `<category>:<id>` of the token's connector, if listed in this session. */
  keyOf(of: { workspaceId: string; region: string }, token: string): string | null {
    return this.places.get(nameOf(of))?.keys.get(token) ?? null
  }

  /** True if a known handle belongs to this connector. */
  belongs(ref: string, of: ConnectorPlace): boolean {
    return !this.byRef.has(ref) || this.knownOf(of)?.ref === ref
  }

  /** @throws AppError not-found for a handle of an earlier session or a removed workspace */
  tokenOf(ref: string): string {
    const known = this.byRef.get(ref)
    if (!known) throw new AppError('not-found', 'This connector was listed in an earlier session. Refresh the list.')
    return known.token
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
    for (const [name, { connectors }] of this.places) {
      if (!`${name} `.startsWith(beginning)) continue
      for (const { ref } of connectors.values()) this.byRef.delete(ref)
      this.places.delete(name)
    }
  }

  private placeOf(of: { workspaceId: string; region: string }): Place {
    const name = nameOf(of)
    const place = this.places.get(name) ?? {
      ...{ session: randomUUID(), connectors: new Map(), keys: new Map(), clean: new Map() }
    }
    this.places.set(name, place)
    return place
  }

  private knownOf(of: ConnectorPlace): Known | undefined {
    return this.places.get(nameOf(of))?.connectors.get(of.key)
  }

  /** The masker must already know the token. */
  private held(place: Place, key: string, token: string, listed: Listed | null): Known {
    const known = place.connectors.get(key)
    if (known?.token === token) {
      known.listed = listed ?? known.listed
      return known
    }
    if (known) {
      place.keys.delete(known.token)
      noteClean(place, known, null)
    }
    const ref = known?.ref ?? randomUUID()
    const held: Known = { key, ref, token, listed: listed ?? known?.listed ?? null, clean: null }
    place.keys.set(token, key)
    place.connectors.set(key, held)
    this.byRef.set(held.ref, held)
    return held
  }
}

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

function noteClean(place: Place, known: Known, clean: Known['clean']): void {
  if (known.clean && place.clean.get(known.clean.digest) === known) place.clean.delete(known.clean.digest)
  known.clean = clean
  if (clean) place.clean.set(clean.digest, known)
}

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
