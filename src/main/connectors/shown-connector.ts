import { readConnector } from '../../shared/connectors/connector'
import type { Place } from '../../shared/workspaces/place'
import type { ActConnector } from '../guard/confirmer'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { ConnectorStore } from './store'

/** The customer of a connector, from this session's lists or the last refresh: a page could claim anything. */
export async function shownConnector(
  { tokens, history }: { tokens: ConnectorTokens; history: Pick<ConnectorStore, 'lastRecord'> },
  place: Place,
  key: string
): Promise<ActConnector> {
  const listed = tokens.listed({ ...place, key })
  if (listed) return { key, ...listed }
  const record = await history.lastRecord({ place, key }).catch(() => null)
  const { endUser, integrationSlug, isTest } = readConnector(record ?? { id: key })
  return { key, endUser, integrationSlug, isTest }
}
