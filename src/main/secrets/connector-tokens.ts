import { randomUUID } from 'node:crypto'
import type { Category } from '../../shared/model/category'
import {
  connectorKey,
  isConnectorRecord,
  readTitle,
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
  private readonly refs = new Map<string, string>()
  /** Keys by workspace, region and token. */
  private readonly keys = new Map<string, string>()

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
    const read = items.filter(isConnectorRecord).map((item) => {
      const { connector_token: token, ...value } = withoutLongTexts(item)
      const key = connectorKey(of.category, value.id)
      const own = typeof token === 'string' && token ? token : null
      if (own !== null && this.tokenAt({ ...of, key }) !== own) this.masker.add(own)
      return { key, own, value }
    })
    return this.masker.cleanEach(read).map((clean, index) => {
      const { key, own, value } = read[index] as (typeof read)[number]
      const tokenRef = own === null ? null : this.refOf({ ...of, key }, own, readTitle(clean))
      // The id names the record everywhere: it stays as it is.
      const record = clean === value ? value : { ...clean, id: value.id }
      return { key, category: of.category, tokenRef, record }
    })
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

  private tokenAt(of: ConnectorPlace): string | undefined {
    return this.byRef.get(this.refs.get(slotOf(of)) ?? '')?.token
  }

  private refOf(of: ConnectorPlace, token: string, listed: Listed | null = null): string {
    const place = slotOf(of)
    const ref = this.refs.get(place) ?? randomUUID()
    const known = this.byRef.get(ref)
    if (known?.token === token) {
      known.listed = listed ?? known.listed
      return ref
    }
    this.masker.add(token)
    if (known) this.keys.delete(slotOf({ ...of, key: known.token }))
    this.keys.set(slotOf({ ...of, key: token }), of.key)
    this.refs.set(place, ref)
    this.byRef.set(ref, { place, token, listed: listed ?? known?.listed ?? null })
    return ref
  }
}

const slotOf = ({ workspaceId, region, key }: ConnectorPlace) => `${workspaceId} ${region} ${key}`
