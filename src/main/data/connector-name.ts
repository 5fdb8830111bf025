import type { Place } from '../../shared/workspaces/place'
import type { ConnectorStore } from '../connectors/store'

/** The customer of a connector; empty before the first refresh. */
export async function connectorNameOf(
  history: Pick<ConnectorStore, 'lastRecord'>,
  place: Place,
  key: string
): Promise<string> {
  const record = await history.lastRecord({ place, key }).catch(() => null)
  const name = record?.['end_user']
  return typeof name === 'string' ? name : ''
}
