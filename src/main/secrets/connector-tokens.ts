import { hash, randomUUID } from 'node:crypto'
import type { Category } from '../../shared/model/category'
import {
  connectorKey,
  digestLength,
  isConnectorRecord,
  readTitle,
  type Connector,
  type ConnectorRecord,
  type ConnectorRow
} from '../../shared/model/connector'
import { AppError } from '../../shared/errors'
import { withoutLongTexts } from '../base/texts'
import { Masker } from './masker'

interface Known {
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
  text: string
  digest: string
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
    return this.toListed(of, items).map(({ key, category, tokenRef, record }) => ({ key, category, tokenRef, record }))
  }

  /**
   * The same with each record as text. Most records are the same from one walk to the next: one that held no secret is
   * looked through again once another secret is known.
   */
  toListed(of: ListPlace, items: readonly unknown[]): ListedRow[] {
    const place = this.placeOf(of)
    const digestOf = (key: string, text: string, hasToken: boolean) =>
      hash('sha1', `${place.session} ${hasToken} ${key} ${text}`, 'base64').slice(0, digestLength)
    const read = items.filter(isConnectorRecord).map((item) => {
      const token = item['connector_token']
      const value = withoutToken(withoutLongTexts(item))
      const key = connectorKey(of.category, item.id)
      const own = typeof token === 'string' && token ? token : null
      const known = place.connectors.get(key)
      if (own !== null && known?.token !== own) this.masker.add(own)
      const text = JSON.stringify(value)
      const digest = digestOf(key, text, own !== null)
      return { key, own, value, text, digest, known: known?.token === own ? known : null }
    })
    // After the tokens of the whole page were taken in.
    const secrets = this.masker.secrets
    // Decided before anything is noted: a page may hold an id twice.
    const unchanged = new Set(
      read.filter(({ known, digest }) => known?.clean?.digest === digest && known.clean.secrets === secrets)
    )
    const looked = this.masker.cleanEach(read.filter((one) => !unchanged.has(one)))
    let next = 0
    return read.map((one) => {
      const { key, own, value, digest, known } = one
      const same = unchanged.has(one)
      const clean = same ? value : (looked[next++] as ConnectorRecord)
      const held = same || own === null ? known : this.held(place, key, own, readTitle(clean))
      if (held && !same) held.clean = clean === value ? { digest, secrets } : null
      const row = { key, category: of.category, tokenRef: held?.ref ?? null }
      if (clean === value) return { ...row, record: value, text: one.text, digest }
      // The id names the record everywhere: it stays as it is.
      const record = { ...clean, id: value.id }
      const text = JSON.stringify(record)
      return { ...row, record, text, digest: digestOf(key, text, own !== null) }
    })
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
    const place = this.places.get(name) ?? { session: randomUUID(), connectors: new Map(), keys: new Map() }
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
    if (known) place.keys.delete(known.token)
    const held = { ref: known?.ref ?? randomUUID(), token, listed: listed ?? known?.listed ?? null, clean: null }
    place.keys.set(token, key)
    place.connectors.set(key, held)
    this.byRef.set(held.ref, held)
    return held
  }
}

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
