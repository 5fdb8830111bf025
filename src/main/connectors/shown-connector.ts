import { readConnector } from '../../shared/connectors/connector'
import type { Place } from '../../shared/workspaces/place'
import type { ActConnector } from '../guard/confirmer'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { ConnectorStore } from './store'

/**
 * Whose connector this is, by what main read itself: this session's lists, else the last walk that was kept. A page
 * could say anything.
 */
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
