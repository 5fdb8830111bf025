import { randomUUID } from 'node:crypto'
import type { Category } from '../../shared/model/category'
import {
  connectorKey,
  connectorRecord,
  readConnector,
  type Connector,
  type ConnectorRow
} from '../../shared/model/connector'
import { AppError } from '../../shared/errors'
import { withoutLongTexts } from '../base/texts'
import { Masker } from './masker'

interface Known {
  place: string
  token: string
  /** Its connector, where a list brought it. */
  listed: Listed | null
}

export type Listed = Pick<Connector, 'endUser' | 'integrationSlug' | 'isTest'>

/** One connector of one region of one workspace; `key` is `<category>:<id>`. */
export interface ConnectorPlace {
  workspaceId: string
  region: string
  key: string
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
  private readonly refs = new Map<string, string>()
  /** Keys by workspace, region and token. */
  private readonly keys = new Map<string, string>()

  /** @param masker learns each token before any other code has it */
  constructor(private readonly masker = new Masker()) {}

  /**
   * A record of a list as the renderer may have it: without its token, also where another field repeats it.
   * @throws AppError bad-response for an item that is not a connector record
   */
  toRow(of: { workspaceId: string; region: string; category: Category }, item: unknown): ConnectorRow {
    const parsed = connectorRecord.safeParse(item)
    if (!parsed.success) throw new AppError('bad-response', 'The page holds an item that is not a connector record.')
    const { connector_token: token, ...record } = withoutLongTexts(parsed.data)
    const key = connectorKey(of.category, record.id)
    const own = typeof token === 'string' && token ? token : null
    if (own !== null) this.masker.add(own)
    const clean = this.masker.clean(record, own === null ? [] : [own])
    if (own === null) return { key, category: of.category, tokenRef: null, record: { ...clean, id: record.id } }
    const { endUser, integrationSlug, isTest } = readConnector(clean)
    const tokenRef = this.refOf({ ...of, key }, own, { endUser, integrationSlug, isTest })
    // The id names the record everywhere: it stays as it is.
    return { key, category: of.category, tokenRef, record: { ...clean, id: record.id } }
  }

  /** The same; null for an item that is not a connector record, so that its neighbours are kept. */
  toRowOrNull(of: Parameters<ConnectorTokens['toRow']>[0], item: unknown): ConnectorRow | null {
    return connectorRecord.safeParse(item).success ? this.toRow(of, item) : null
  }

  /** The token of a connector that was listed in this session, found by where it belongs and not by a handle. */
  find(of: ConnectorPlace): HeldToken | undefined {
    const ref = this.refs.get(slotOf(of))
    const known = ref === undefined ? undefined : this.byRef.get(ref)
    return ref !== undefined && known ? { ref, token: known.token } : undefined
  }

  /** The connector and its end user, as this session listed them. */
  listed(of: ConnectorPlace): Listed | null {
    return this.byRef.get(this.refs.get(slotOf(of)) ?? '')?.listed ?? null
  }

  /** Takes in a token that came by another way than a list, as from the keychain. */
  hold(of: ConnectorPlace, token: string): HeldToken {
    return { ref: this.refOf(of, token), token }
  }

  /** The connector of this token, where this session has listed the connector: `<category>:<id>`. */
  keyOf(of: { workspaceId: string; region: string }, token: string): string | null {
    return this.keys.get(slotOf({ ...of, key: token })) ?? null
  }

  /** Whether a handle, where it is known at all, is this connector's. */
  belongs(ref: string, of: ConnectorPlace): boolean {
    const known = this.byRef.get(ref)
    return !known || known.place === slotOf(of)
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
    this.forget(`${workspaceId} ${region} `)
  }

  private forget(beginning: string): void {
    for (const name of this.keys.keys()) if (name.startsWith(beginning)) this.keys.delete(name)
    for (const [ref, { place }] of this.byRef) {
      if (!place.startsWith(beginning)) continue
      this.byRef.delete(ref)
      this.refs.delete(place)
    }
  }

  private refOf(of: ConnectorPlace, token: string, listed: Listed | null = null): string {
    const place = slotOf(of)
    const ref = this.refs.get(place) ?? randomUUID()
    const before = this.byRef.get(ref)?.token
    if (before !== token) this.masker.add(token)
    if (before !== undefined && before !== token) this.keys.delete(slotOf({ ...of, key: before }))
    this.keys.set(slotOf({ ...of, key: token }), of.key)
    this.refs.set(place, ref)
    this.byRef.set(ref, { place, token, listed: listed ?? this.byRef.get(ref)?.listed ?? null })
    return ref
  }
}

const slotOf = ({ workspaceId, region, key }: ConnectorPlace) => `${workspaceId} ${region} ${key}`
