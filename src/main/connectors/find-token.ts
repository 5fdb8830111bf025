import { AppError } from '../../shared/errors'
import { category, categorySegment } from '../../shared/connectors/category'
import { connectorRecord } from '../../shared/connectors/connector'
import { pageSize } from '../../shared/http/page'
import type { ChosenConnector } from '../../shared/passthrough/passthrough'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { pageByPage, paginate } from '../http/paginate'
import { pinnedAccount } from '../secrets/accounts'
import type { ConnectorTokens, HeldToken } from '../secrets/connector-tokens'

export interface TokenSources {
  client: Client
  tokens: ConnectorTokens
  /** Reads a pinned token; null if none is pinned for this origin, or the keychain does not answer */
  pinned: (account: string, origin: string) => Promise<string | null>
}

const mostPages = 500

/** In this session's lists, or pinned; without a call. */
export async function heldToken(
  { tokens, pinned }: Pick<TokenSources, 'pinned'> & { tokens: Pick<ConnectorTokens, 'find' | 'hold'> },
  { workspaceId, region, baseUrl }: Pick<Target, 'workspaceId' | 'region' | 'baseUrl'>,
  key: string
): Promise<HeldToken | null> {
  const place = { workspaceId, region, key }
  const listed = tokens.find(place)
  if (listed) return listed
  const account = pinnedAccount({ workspaceId, region, connectorId: readKey(key).id })
  const kept = await pinned(account, new URL(baseUrl).origin)
  return kept ? tokens.hold(place, kept) : null
}

/**
 * Looks in this session's lists, the keychain, a list call narrowed by `origin_id`, and the whole category. The token
 * stays in main. A handle alone never decides where a request goes.
 * @throws AppError not-found, no-token; bad-response for an incomplete list; the errors of a call
 */
export async function findToken(
  { client, tokens, pinned }: TokenSources,
  target: Target,
  connector: ChosenConnector,
  signal: AbortSignal
): Promise<HeldToken> {
  const { workspaceId, region } = target
  const place = { workspaceId, region, key: connector.key }
  if (connector.tokenRef !== null && !tokens.belongs(connector.tokenRef, place)) {
    const message = 'This connector and its token do not belong together. Choose the connector again.'
    throw new AppError('invalid-input', message, { fields: { connector: message } })
  }
  const held = await heldToken({ tokens, pinned }, target, connector.key)
  if (held) return held

  const { of, id } = readKey(connector.key)
  const filters = connector.originId ? [{ origin_id: connector.originId }, {}] : [{}]
  for (const filter of filters) {
    const path = `/api/${categorySegment(of)}/v1/connectors`
    const asker = 'connectors' as const
    const refresh = { asker, path, filters: filter, pageSize: pageSize.max, signal, maxPages: mostPages, ...pageByPage }
    for await (const page of paginate(client, target, refresh)) {
      for (const item of page.items) {
        const record = connectorRecord.safeParse(item)
        if (!record.success || record.data.id !== id) continue
        const { tokenRef } = tokens.toRow({ workspaceId, region, category: of }, item)
        if (tokenRef !== null) return { ref: tokenRef, token: tokens.tokenOf(tokenRef) }
        throw new AppError(
          'no-token',
          'This connector is listed without a token, so no request can be sent through it.'
        )
      }
    }
  }
  throw new AppError('not-found', 'This connector is not listed in this region any more.')
}

function readKey(key: string) {
  const at = key.indexOf(':')
  const of = category.safeParse(key.slice(0, at))
  const id = key.slice(at + 1)
  if (!of.success || id === '') throw new AppError('invalid-input', `Not a connector: ${key}`)
  return { of: of.data, id }
}
