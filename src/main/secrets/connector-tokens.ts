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
  /** Its connector, where a list brought it. */
  listed: Listed | null
  /** Its record the last time, where that held no secret: its digest, and how many secrets were known then. */
  clean: { digest: string; secrets: number } | null
}

/** A row as a walk brings it. */
export interface ListedRow extends ConnectorRow {
  /** The record as JSON. */
  readonly text: string
  digest: string
  /** Whether it is as the list before brought it in this session: then its record is made when it is asked for. */
  again: boolean
}

/** A row that came before as it is now, and held no secret but its token. */
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

/** One connector of one region of one workspace; `key` is `<category>:<id>`. */
export interface ConnectorPlace {
  workspaceId: string
  region: string
  key: string
}

/** What this session knows of one region of one workspace. */
interface Place {
  /** Handles of before it are of no use: nor are digests. */
  session: string
  /** By `<category>:<id>`. */
  connectors: Map<string, Known>
  /** `<category>:<id>` by token. */
  keys: Map<string, string>
  /** Those whose record is clean, by the digest of it. */
  clean: Map<string, Known>
}

/** Where a list of connectors is from. */
export interface ListPlace {
  workspaceId: string
  region: string
  category: Category
}

/** A token and its handle outside of main. */
export interface HeldToken {
  ref: string
  token: string
}

/**
 * Connector tokens as lists bring them, in memory only. The renderer gets a handle in place of a token: the same one
 * for the same connector through the session, useless outside of it.
 */
export class ConnectorTokens {
  private readonly byRef = new Map<string, Known>()
  private readonly places = new Map<string, Place>()

  /** @param masker learns each token before any other code has it */
  constructor(private readonly masker = new Masker()) {}

  /**
   * A record of a list as the renderer may have it: without its token, also where another field repeats it.
   * @throws AppError bad-response for an item that is not a connector record
   */
  toRow(of: ListPlace, item: unknown): ConnectorRow {
    const [row] = this.toRows(of, [item])
    if (!row) throw new AppError('bad-response', 'The page holds an item that is not a connector record.')
    return row
  }

  /** The same for a page. What is not a connector record is left out, so that its neighbours are kept. */
  toRows(of: ListPlace, items: readonly unknown[]): ConnectorRow[] {
    const listed = this.toListed(
      of,
      items.map((item) => new PageItem(JSON.stringify(item) ?? '', item))
    )
    return listed.map(({ key, category, tokenRef, record }) => ({ key, category, tokenRef, record }))
  }

  /**
   * The same with each record as text. Most records are the same from one walk to the next: one that held no secret is
   * not read again, and looked through again once another secret is known.
   * @throws AppError bad-response for an item that is not JSON
   */
  toListed(of: ListPlace, items: readonly PageItem[]): ListedRow[] {
    const place = this.placeOf(of)
    const read = items.flatMap((item) => {
      const digest = digestOf(place, of.category, item.text)
      const known = place.clean.get(digest)
      return known ? { digest, item, known } : (this.read(place, of.category, item, digest) ?? [])
    })
    // After the tokens of the whole page were taken in.
    const secrets = this.masker.secrets
    // Decided before anything is noted: a page may hold an id twice.
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

  /** Reads a record, and takes in its token. Undefined for what is no record of a connector. */
  private read(place: Place, category: Category, { value: item }: PageItem, digest: string): ReadRecord | undefined {
    if (!isConnectorRecord(item)) return undefined
    const token = item['connector_token']
    const key = connectorKey(category, item.id)
    const own = typeof token === 'string' && token ? token : null
    if (own !== null && place.connectors.get(key)?.token !== own) this.masker.add(own)
    return { key, own, value: ownRecord(item), digest }
  }

  /** The token of a connector that was listed in this session, found by where it belongs and not by a handle. */
  find(of: ConnectorPlace): HeldToken | undefined {
    const known = this.knownOf(of)
    return known && { ref: known.ref, token: known.token }
  }

  /** The connector and its end user, as this session listed them. */
  listed(of: ConnectorPlace): Listed | null {
    return this.knownOf(of)?.listed ?? null
  }

  /** Takes in a token that came by another way than a list, as from the keychain. */
  hold(of: ConnectorPlace, token: string): HeldToken {
    this.masker.add(token)
    return { ref: this.held(this.placeOf(of), of.key, token, null).ref, token }
  }

  /** The connector of this token, where this session has listed the connector: `<category>:<id>`. */
  keyOf(of: { workspaceId: string; region: string }, token: string): string | null {
    return this.places.get(nameOf(of))?.keys.get(token) ?? null
  }

  /** Whether a handle, where it is known at all, is this connector's. */
  belongs(ref: string, of: ConnectorPlace): boolean {
    return !this.byRef.has(ref) || this.knownOf(of)?.ref === ref
  }

  /** @throws AppError not-found for a handle of an earlier session, or of a workspace that is gone */
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

  /** Keeps a token that the masker has. */
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

/** A record of a page as it was read: without its token, and not looked through yet. */
interface ReadRecord {
  key: string
  own: string | null
  value: ConnectorRecord
  digest: string
}

/** Of a text that belongs to something of a place: another one in each session. */
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
 * A copy of a record. By its names: a rest of an object is several times as slow, and there are 100,000. A number such
 * as 1e400 would be null as JSON, as if the service had sent none; as a text it stays visible as wrong.
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

/** A property like any other. */
const own = { writable: true, enumerable: true, configurable: true }
