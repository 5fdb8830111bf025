import type { Place } from '../../shared/workspaces/place'
import type { ConnectorStore } from '../connectors/store'

/** The end user of a connector as the list had it; empty where no walk has seen it. */
export async function connectorNameOf(
  history: Pick<ConnectorStore, 'lastRecord'>,
  place: Place,
  key: string
): Promise<string> {
  const record = await history.lastRecord({ place, key }).catch(() => null)
  const name = record?.['end_user']
  return typeof name === 'string' ? name : ''
}
