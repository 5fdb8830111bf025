import { randomUUID } from 'node:crypto'
import type { Category } from '../../shared/model/category'
import { connectorKey, connectorRecord, type ConnectorRow } from '../../shared/model/connector'
import { AppError } from '../../shared/errors'

interface Known {
  place: string
  token: string
}

/**
 * Connector tokens as lists bring them, in memory only. The renderer gets a handle in a token's stead: the same one
 * for the same connector through the session, worthless outside of it.
 */
export class ConnectorTokens {
  private readonly byRef = new Map<string, Known>()
  private readonly refs = new Map<string, string>()

  /**
   * A record of a list as the renderer may have it: without its token, also where another field repeats it.
   * @throws AppError bad-response for an item that is no connector record
   */
  toRow(of: { workspaceId: string; region: string; category: Category }, item: unknown): ConnectorRow {
    const parsed = connectorRecord.safeParse(item)
    if (!parsed.success) throw new AppError('bad-response', 'The page holds an item that is not a connector record.')
    const { connector_token: token, ...record } = parsed.data
    const key = connectorKey(of.category, record.id)
    if (typeof token !== 'string' || !token) return { key, category: of.category, tokenRef: null, record }
    const place = `${of.workspaceId} ${of.region} ${key}`
    const clean = without(record, token) as typeof record
    return { key, category: of.category, tokenRef: this.refOf(place, token), record: clean }
  }

  /** @throws AppError not-found for a handle of an earlier session, or of a workspace that is gone */
  tokenOf(ref: string): string {
    const known = this.byRef.get(ref)
    if (!known) throw new AppError('not-found', 'This connector was listed in an earlier session. Refresh the list.')
    return known.token
  }

  forgetWorkspace(workspaceId: string): void {
    for (const [ref, { place }] of this.byRef) {
      if (!place.startsWith(`${workspaceId} `)) continue
      this.byRef.delete(ref)
      this.refs.delete(place)
    }
  }

  private refOf(place: string, token: string): string {
    const ref = this.refs.get(place) ?? randomUUID()
    this.refs.set(place, ref)
    this.byRef.set(ref, { place, token })
    return ref
  }
}

function without(value: unknown, token: string): unknown {
  if (typeof value === 'string') return value.includes(token) ? value.replaceAll(token, '[connector token]') : value
  if (Array.isArray(value)) return value.map((item) => without(item, token))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, without(item, token)]))
}
